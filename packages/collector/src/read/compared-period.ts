import type { ComparedPeriod, ComparisonQuery } from '@cvq/contract';
import type { Period } from '@cvq/storage';
import { ApiError } from '../errors/api-error.ts';
import { earlierRange } from './earlier-range.ts';
import { localTimes } from './local-times.ts';
import { type NamedRange, type Range, rangeOfDays, resolveRange } from './range.ts';
import { refusedField } from './refused-field.ts';
import { sameMoment } from './same-moment.ts';

/** The earlier period that a range is compared with. */
export type Compared = {
  readonly mode: ComparedPeriod['mode'];
  readonly range: Range;
  /** Up to which moment it is counted; null where it is counted whole. */
  readonly until: number | null;
  /** What is counted of it. */
  readonly period: Period;
  /** The days of which something is counted: what ads cost is known by the day. */
  readonly counted: Range;
};

/**
 * The earlier period that arguments name; null where they name none.
 * @throws ApiError invalid_request for arguments that mean nothing together; invalid_range
 */
export function comparedPeriod(
  args: ComparisonQuery,
  { range, at }: { readonly range: Range; readonly at: number },
): Compared | null {
  refuseContradictions(args);
  const named = namedRange(args, range);
  if (named === null) return null;
  const until = args.compare_until === 'end' ? null : sameMoment(range, named.range, at);
  const { from, to } = named.range;
  return {
    ...named,
    until,
    period: { from, to: until ?? to },
    counted: until === null ? named.range : daysUntil(named.range, until),
  };
}

/** As it is told of. `firstEventAt`: epoch milliseconds, null for a project without events. */
export function describeCompared(
  { mode, range, until }: Compared,
  firstEventAt: number | null,
): ComparedPeriod {
  return {
    mode,
    start_date: range.start.toString(),
    end_date: range.end.toString(),
    until: until === null ? null : localTimes(range.timezone).text(until),
    complete: firstEventAt !== null && firstEventAt <= range.from,
  };
}

/** The days of a range that begin before an instant; its first in any case. */
function daysUntil({ start, from, timezone }: Range, until: number): Range {
  const end = localTimes(timezone).day(Math.max(from, until - 1));
  return rangeOfDays({ start, end }, null, timezone);
}

function namedRange(args: ComparisonQuery, range: Range): Pick<Compared, 'mode' | 'range'> | null {
  const { compare, match, compare_start_date: start_date, compare_end_date: end_date } = args;
  if (compare !== undefined) return { mode: compare, range: earlierRange(range, compare, match) };
  if (start_date === undefined && end_date === undefined) return null;
  if (start_date === undefined || end_date === undefined)
    throw new ApiError(
      'invalid_range',
      'compare_start_date and compare_end_date go together: send both or neither.',
    );
  return { mode: 'dates', range: rangeOfDates({ start_date, end_date }, range) };
}

function rangeOfDates(dates: NamedRange, { timezone, from }: Range): Range {
  try {
    return resolveRange(dates, { timezone, now: from });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError('invalid_range', `Of the days to compare with: ${error.message}`, { cause: error });
  }
}

/** @throws ApiError invalid_request */
function refuseContradictions({ compare, match, compare_until, ...dates }: ComparisonQuery): void {
  const hasDates = dates.compare_start_date !== undefined || dates.compare_end_date !== undefined;
  if (compare !== undefined && hasDates)
    throw refusedField('compare', 'must be left out beside compare_start_date and compare_end_date');
  if (match !== undefined && compare !== 'previous_year')
    throw refusedField('match', 'is for compare=previous_year only');
  if (compare_until !== undefined && compare === undefined && !hasDates)
    throw refusedField('compare_until', 'needs something to compare with, such as compare=previous_period');
}
