import { DAY_MS, MINUTE_MS } from '@cvq/contract';
import { boundedCache } from '../bounded-cache.ts';
import { Temporal, type TemporalTypes } from '../temporal.ts';
import { instantWithOffset } from './instant-with-offset.ts';
import { zoned } from './zoned.ts';

/** An offset from UTC in milliseconds, and the instants, half-open, between which a zone has it. `text`: as ISO 8601 writes it. */
type ZoneOffset = {
  readonly from: number;
  readonly until: number;
  readonly ms: number;
  readonly text: string;
};

/** Of a zone: as many as a question about some years needs. */
const MOST_OFFSETS = 16;
/** All that have a name, however many projects are listed. */
const MOST_ZONES = 1000;

export type { LocalTimes };

const zones = boundedCache<LocalTimes>(MOST_ZONES);

/** Those of a zone, which are worked out once. */
export function localTimes(timezone: string): LocalTimes {
  const known = zones.get(timezone);
  if (known !== undefined) return known;
  const times = new LocalTimes(timezone);
  zones.set(timezone, times);
  return times;
}

/**
 * What clocks and calendars on the wall of a zone show at instants. Temporal is asked between which two changes of the
 * offset an instant lies, and what lies between is reckoned: in the thread that takes events, Temporal alone was a
 * tenth of each question.
 */
class LocalTimes {
  readonly #timezone: string;
  /** Those asked last come first. */
  readonly #offsets: ZoneOffset[] = [];

  constructor(timezone: string) {
    this.#timezone = timezone;
  }

  /** The offset at an instant, and between which instants it is known to hold. */
  offsetAt(ms: number): ZoneOffset {
    const last = this.#offsets[0];
    if (last !== undefined && ms >= last.from && ms < last.until) return last;
    const place = this.#offsets.findIndex(({ from, until }) => ms >= from && ms < until);
    const [found] = place === -1 ? [this.#readOffset(ms)] : this.#offsets.splice(place, 1);
    this.#offsets.unshift(found as ZoneOffset);
    if (this.#offsets.length > MOST_OFFSETS) this.#offsets.pop();
    return found as ZoneOffset;
  }

  /** The civil day of an instant. */
  day(ms: number): TemporalTypes.PlainDate {
    const local = new Date(ms + this.offsetAt(ms).ms);
    return new Temporal.PlainDate(local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate());
  }

  /** The first instant of a civil day, of so many after 1970-01-01: where midnight does not exist, the first that does. */
  startOfDay(day: number): number {
    const { from, until, ms } = this.offsetAt(day * DAY_MS);
    const midnight = day * DAY_MS - ms;
    // Where the offset has changed in the day before, midnight may come twice or not at all.
    if (midnight - DAY_MS >= from && midnight < until) return midnight;
    return Temporal.PlainDate.from('1970-01-01').add({ days: day }).toZonedDateTime(this.#timezone)
      .epochMilliseconds;
  }

  /** An instant as the zone writes it, with seconds and the offset in force. */
  text(ms: number): string {
    const offset = this.offsetAt(ms);
    const local = new Date(ms + offset.ms);
    // Offsets of seconds are rounded, and years of more than four digits have a sign.
    if (offset.ms % MINUTE_MS !== 0 || !isYearOfFourDigits(local))
      return instantWithOffset(zoned(ms, this.#timezone));
    return local.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length) + offset.text;
  }

  #readOffset(ms: number): ZoneOffset {
    const at = zoned(ms, this.#timezone);
    const offset = at.offsetNanoseconds / 1e6;
    // A change at the instant itself is not before it.
    const past = zoned(ms + 1, this.#timezone).getTimeZoneTransition('previous');
    return {
      from: past?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
      until: at.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
      ms: offset,
      text: offsetText(offset),
    };
  }
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
