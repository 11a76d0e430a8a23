import { type KnownNumber, MINUS, percent, THIN, type Writing } from './numbers.ts';

/** How far a figure is from the one before: as it is shown, as it is read aloud, and which way it went. */
export type Change = {
  readonly text: string;
  readonly words: string;
  readonly direction: 'up' | 'down' | 'level';
};

/** How the change of a measure is told: of counts by the part of before, of rates by percentage points. */
export type ChangeUnit = 'percent' | 'points';

/** Null where there is nothing to tell: one of the two is not known, or both are zero. */
export function changeOf(
  now: KnownNumber,
  before: KnownNumber,
  unit: ChangeUnit,
  writing: Writing,
): Change | null {
  if (now === null || now === undefined || before === null || before === undefined) return null;
  if (unit === 'points') return inPoints(now - before, writing);
  if (before === 0) return now === 0 ? null : { text: 'new', words: 'nothing before', direction: 'up' };
  return inPercent(now / before - 1, writing);
}

function inPercent(ratio: number, writing: Writing): Change {
  const whole = Math.round(Math.abs(ratio) * 100);
  if (whole === 0) return level(`±0${THIN}%`);
  const times = ratio >= 10;
  const size = times ? `${Math.round(ratio + 1)} times` : `${whole} percent`;
  const text = times ? `×${Math.round(ratio + 1)}` : `${sign(ratio)}${percent(whole / 100, writing, 0)}`;
  return directed(ratio, text, size);
}

function inPoints(difference: number, { locale }: Writing): Change {
  const tenths = Math.round(Math.abs(difference) * 1000);
  if (tenths === 0) return level(`±0${THIN}pp`);
  const size = (tenths / 10).toLocaleString(locale, { minimumFractionDigits: 1 });
  return directed(difference, `${sign(difference)}${size}${THIN}pp`, `${size} percentage points`);
}

const sign = (value: number) => (value > 0 ? '+' : MINUS);

function directed(value: number, text: string, size: string): Change {
  const direction = value > 0 ? 'up' : 'down';
  return { text, words: `${direction} ${size}`, direction };
}

function level(text: string): Change {
  return { text, words: 'unchanged', direction: 'level' };
}
