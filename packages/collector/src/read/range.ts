import {
  DAY_MS,
  DEFAULT_RANGE,
  type Granularity,
  MAX_HOURLY_RANGE_DAYS,
  MAX_RANGE_DAYS,
  MAX_RANGE_DAYS_PARTIAL_HOUR_ZONE,
  type RangePreset,
  type RangeQuery,
} from '@cvq/contract';
import { ApiError } from '../errors/api-error.ts';
import { Temporal, type TemporalTypes } from '../temporal.ts';
import { dayNumber } from './day-number.ts';
import { localTimes } from './local-times.ts';
import { zoned } from './zoned.ts';

type Day = TemporalTypes.PlainDate;

const HOUR_NS = 3_600_000_000_000;

/** A range of civil days in a project's zone, and the instants (epoch milliseconds, half-open) it stands for. */
export type Range = {
  readonly preset: RangePreset | null;
  readonly start: Day;
  readonly end: Day;
  readonly days: number;
  readonly timezone: string;
  readonly from: number;
  readonly to: number;
};

/** What names a range, each of it well formed by itself. */
export type NamedRange = Pick<RangeQuery, 'range' | 'start_date' | 'end_date'>;

export type Clock = { readonly timezone: string; readonly now: number };

/**
 * The range that a query asks for.
 * @throws ApiError invalid_range, by the rules of the specification.
 */
export function resolveRange(query: NamedRange, clock: Clock): Range {
  const range = namedOrDated(query, clock);
  if (range.days < 1) throw invalid('start_date must not be after end_date.');
  if (range.days > MAX_RANGE_DAYS)
    throw invalid(`The range is ${range.days} days; at most ${MAX_RANGE_DAYS}.`);
  if (range.days > MAX_RANGE_DAYS_PARTIAL_HOUR_ZONE && hasPartialHourOffset(range)) {
    throw invalid(
      `The range is ${range.days} days; at most ${MAX_RANGE_DAYS_PARTIAL_HOUR_ZONE} in ${range.timezone}, whose offset is not whole hours.`,
    );
  }
  return range;
}

/**
 * How finely a range is divided, and an earlier one that it is compared with: as asked, else by its length, but by no
 * hours that the earlier one does not take.
 * @throws ApiError invalid_range for hours over more than seven days.
 */
export function resolveGranularity(
  asked: Granularity | undefined,
  range: Range,
  compared: Range | null = null,
): Granularity {
  const isLastDay = range.preset === '24h';
  if (isLastDay && asked !== undefined && asked !== 'hour')
    throw invalid('range=24h takes granularity=hour only.');
  const isByHour = isLastDay || asked === 'hour';
  if (isByHour && !isLastDay && hasManyHours(range)) throw tooLong(range);
  if (isByHour && compared !== null && hasManyHours(compared)) throw tooLongToCompare(compared, range);
  if (isByHour) return 'hour';
  if (asked !== undefined) return asked;
  if (range.days <= 2) return compared !== null && hasManyHours(compared) ? 'day' : 'hour';
  return range.days <= 92 ? 'day' : 'week';
}

const hasManyHours = ({ days }: Range) => days > MAX_HOURLY_RANGE_DAYS;

function tooLong({ days }: Range): ApiError {
  return invalid(`granularity=hour takes at most ${MAX_HOURLY_RANGE_DAYS} days; the range is ${days}.`);
}

function tooLongToCompare({ days }: Range, { preset }: Range): ApiError {
  const hourly = preset === '24h' ? 'range=24h is told by the hour, which' : 'granularity=hour';
  return invalid(
    `${hourly} takes at most ${MAX_HOURLY_RANGE_DAYS} days; compare_start_date to compare_end_date is ${days}.`,
  );
}

function namedOrDated(query: NamedRange, clock: Clock): Range {
  const { range, start_date, end_date } = query;
  if ((start_date === undefined) !== (end_date === undefined)) {
    throw invalid('start_date and end_date go together: send both or neither.');
  }
  if (start_date !== undefined && end_date !== undefined) {
    if (range !== undefined) throw invalid('Send range, or start_date and end_date, and not both.');
    const days = { start: Temporal.PlainDate.from(start_date), end: Temporal.PlainDate.from(end_date) };
    return rangeOfDays(days, null, clock.timezone);
  }
  const preset = range ?? DEFAULT_RANGE;
  if (preset === '24h') return lastDay(clock);
  return rangeOfDays(PRESETS[preset](today(clock)), preset, clock.timezone);
}

/** The range of civil days, both included. */
export function rangeOfDays(
  { start, end }: { start: Day; end: Day },
  preset: RangePreset | null,
  timezone: string,
): Range {
  const [first, last] = [dayNumber(start), dayNumber(end)];
  const times = localTimes(timezone);
  return {
    preset,
    start,
    end,
    days: last - first + 1,
    timezone,
    from: times.startOfDay(first),
    to: times.startOfDay(last + 1),
  };
}

/** The 24 hours that end now. */
function lastDay({ timezone, now }: Clock): Range {
  const from = now - DAY_MS;
  const times = localTimes(timezone);
  return { preset: '24h', start: times.day(from), end: times.day(now), days: 1, timezone, from, to: now };
}

/** The civil day that it is. */
export function today({ timezone, now }: Clock): Day {
  return localTimes(timezone).day(now);
}

/** True when an offset in force at any instant of the range is not a whole number of hours. */
function hasPartialHourOffset({ from, to, timezone }: Range): boolean {
  let at: TemporalTypes.ZonedDateTime | null = zoned(from, timezone);
  while (at !== null && at.epochMilliseconds < to) {
    if (at.offsetNanoseconds % HOUR_NS !== 0) return true;
    at = at.getTimeZoneTransition('next');
  }
  return false;
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_range', message);
}

type Days = { readonly start: Day; readonly end: Day };

const daysUpTo = (count: number) => (today: Day) => ({
  start: today.subtract({ days: count - 1 }),
  end: today,
});
const startOfWeek = (day: Day) => day.subtract({ days: day.dayOfWeek - 1 });
const startOfMonth = (day: Day) => day.with({ day: 1 });
const startOfQuarter = (day: Day) => day.with({ month: day.month - ((day.month - 1) % 3), day: 1 });
const upTo = (today: Day, start: Day) => ({ start, end: today });
const before = (end: Day, start: Day) => ({ start, end: end.subtract({ days: 1 }) });

/** Which civil days each preset means. All end today but those that are named yesterday or last. */
const PRESETS: Readonly<Record<Exclude<RangePreset, '24h'>, (today: Day) => Days>> = {
  today: daysUpTo(1),
  yesterday: (today) => before(today, today.subtract({ days: 1 })),
  '7d': daysUpTo(7),
  '14d': daysUpTo(14),
  '28d': daysUpTo(28),
  '30d': daysUpTo(30),
  '90d': daysUpTo(90),
  wtd: (today) => upTo(today, startOfWeek(today)),
  mtd: (today) => upTo(today, startOfMonth(today)),
  qtd: (today) => upTo(today, startOfQuarter(today)),
  ytd: (today) => upTo(today, today.with({ month: 1, day: 1 })),
  last_week: (today) => before(startOfWeek(today), startOfWeek(today).subtract({ weeks: 1 })),
  last_month: (today) => before(startOfMonth(today), startOfMonth(today).subtract({ months: 1 })),
  last_quarter: (today) => before(startOfQuarter(today), startOfQuarter(today).subtract({ months: 3 })),
  '12mo': (today) => upTo(today, today.subtract({ months: 12 }).add({ days: 1 })),
};
