import { MINUTE_MS } from './constants.ts';

const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Epoch milliseconds of an ISO 8601 timestamp, or null when it is none.
 * Any offset is accepted; a timestamp without one is UTC. Digits past the millisecond are cut.
 */
export function parseTimestamp(text: string): number | null {
  const match = ISO_8601.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const offset = parseOffset(match[8]);
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59 || offset === null) return null;
  // Date.UTC takes the years 0 to 99 for 1900 to 1999; setUTCFullYear takes every year as it is.
  const date = new Date(Date.UTC(2000, 0, 1, hour, minute, second, milliseconds));
  date.setUTCFullYear(year, month - 1, day);
  const dayExists = date.getUTCDate() === day;
  return dayExists ? date.getTime() - offset : null;
}

/** Offset in milliseconds of `Z`, `+02`, `+0200` or `+02:00`; null when out of range. */
function parseOffset(text: string | undefined): number | null {
  if (text === undefined || text === 'Z' || text === 'z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return null;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
}
