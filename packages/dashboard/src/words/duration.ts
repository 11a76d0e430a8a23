const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SPACE = '\u202f';

/**
 * How long something lasted, as finely as a person would say it: `40 ms`, `4.0 s`, `3 min 47 s`, `5 h`; of days as many as
 * are over: `44 days`.
 */
export function duration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < SECOND) return `${whole}${SPACE}ms`;
  if (whole < 10 * SECOND) return `${(whole / SECOND).toFixed(1)}${SPACE}s`;
  const seconds = Math.round(whole / SECOND);
  if (seconds < 60) return `${seconds}${SPACE}s`;
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes < 10) return `${minutes}${SPACE}min${rest === 0 ? '' : ` ${rest}${SPACE}s`}`;
  if (whole < HOUR) return `${minutes}${SPACE}min`;
  if (whole < 2 * DAY) return `${Math.round(whole / HOUR)}${SPACE}h`;
  return `${Math.floor(whole / DAY)} days`;
}
