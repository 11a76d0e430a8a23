import { DAY_MS, MINUTE_MS } from '@cvq/contract';
import { Temporal } from '../temporal.ts';
import { instantWithOffset } from './instant-with-offset.ts';
import { startOfDay, zoned } from './range.ts';

/** An offset from UTC in milliseconds, and the instants, half-open, between which a zone has it. */
type ZoneOffset = { readonly from: number; readonly until: number; readonly ms: number };

/**
 * What clocks on the wall of a zone show at instants, best asked in their order. Temporal is asked where the offset may have changed,
 * and what lies between is reckoned: the hours of a week take it 3 ms, in which the thread that takes events does nothing else.
 */
export class LocalTimes {
  readonly #timezone: string;
  #offset: ZoneOffset = { from: 0, until: 0, ms: 0 };

  constructor(timezone: string) {
    this.#timezone = timezone;
  }

  /** The offset at an instant, and how far it is known to reach. */
  offsetAt(ms: number): ZoneOffset {
    if (ms < this.#offset.from || ms >= this.#offset.until) {
      const at = zoned(ms, this.#timezone);
      const until = at.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
      this.#offset = { from: ms, until, ms: at.offsetNanoseconds / 1e6 };
    }
    return this.#offset;
  }

  /** The first instant of a civil day, of so many after 1970-01-01. */
  startOfDay(day: number): number {
    const { from, until, ms } = this.#offset;
    const midnight = day * DAY_MS - ms;
    // Where the offset has changed in the day before, midnight may come twice or not at all.
    if (midnight - DAY_MS >= from && midnight < until) return midnight;
    const first = startOfDay(dateOf(day), this.#timezone);
    this.offsetAt(first);
    return first;
  }

  /** An instant as the zone writes it, with seconds and the offset in force. */
  text(ms: number): string {
    const { ms: offset } = this.offsetAt(ms);
    const local = new Date(ms + offset);
    // Offsets of seconds are rounded, and years of more than four digits have a sign.
    if (offset % MINUTE_MS !== 0 || !isYearOfFourDigits(local))
      return instantWithOffset(zoned(ms, this.#timezone));
    return local.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length) + offsetText(offset);
  }
}

function dateOf(day: number) {
  return Temporal.PlainDate.from('1970-01-01').add({ days: day });
}

function isYearOfFourDigits(local: Date): boolean {
  const year = local.getUTCFullYear();
  return year >= 0 && year <= 9999;
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE_MS;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
