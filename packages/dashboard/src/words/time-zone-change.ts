import { HOUR_MS, MINUTE_MS } from '@cvq/contract/constants';

type ZoneChange = { readonly from: string; readonly to: string; readonly now: number };

/** What another time zone changes, in sentences; null where there is no such zone, or it is the same. */
export function timeZoneChange({ from, to, now }: ZoneChange): readonly string[] | null {
  const [before, after] = [offsetOf(from, now), offsetOf(to, now)];
  if (before === null || after === null || from === to) return null;
  return [
    `${shiftSentence(after - before)} Every report is cut into the new days, those of the past too.`,
    'So figures of single days change, and what they come to does not.',
    'Nothing that is stored changes. Spend stays on the days of its ad accounts, and annotations keep their dates.',
    ...(after % HOUR_MS === 0
      ? []
      : ['This zone is not whole hours from UTC: a range may then have 90 days at most.']),
  ];
}

function shiftSentence(later: number): string {
  if (later === 0) return 'Days begin when they begin now, until one of the two changes its clocks.';
  const hours = Math.floor(Math.abs(later) / HOUR_MS);
  const minutes = Math.round((Math.abs(later) % HOUR_MS) / MINUTE_MS);
  const parts = [
    ...(hours > 0 ? [`${hours} ${hours === 1 ? 'hour' : 'hours'}`] : []),
    ...(minutes > 0 ? [`${minutes} minutes`] : []),
  ];
  // Who is ahead of UTC has midnight earlier.
  return `Days begin ${parts.join(' and ')} ${later > 0 ? 'earlier' : 'later'} than now.`;
}

/** How far a zone is ahead of UTC at a moment, in milliseconds; null where there is none of this name. */
function offsetOf(timeZone: string, now: number): number | null {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
    const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(text) ?? [];
    const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
    return sign === '-' ? -size : size;
  } catch {
    return null;
  }
}
