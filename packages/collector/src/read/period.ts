import type { Meta, RangeQuery } from '@cvq/contract';
import type { ProjectRecord, Question } from '@cvq/storage';
import { type Clock, type Range, resolveRange } from './range.ts';

/** What every question about a period is made of. */
export type ReportPeriod = {
  /** When it is answered. */
  readonly at: number;
  readonly range: Range;
  readonly question: Required<Question>;
  /** The question as it was understood. */
  readonly meta: Meta;
};

type Asked = {
  readonly args: RangeQuery;
  readonly project: ProjectRecord;
  readonly at: number;
};

/**
 * The period of a project that arguments are about.
 * @throws ApiError invalid_range
 */
export function periodOf(
  { args, project, at }: Asked,
  rangeOf: (args: RangeQuery, clock: Clock) => Range = resolveRange,
): ReportPeriod {
  const { bots = 'excluded', filter = [] } = args;
  const range = rangeOf(args, { timezone: project.timezone, now: at });
  return {
    at,
    range,
    question: { project: project.id, bots, filters: filter, persons: project.persons },
    meta: {
      project: project.id,
      start_date: range.start.toString(),
      end_date: range.end.toString(),
      range: range.preset,
      timezone: project.timezone,
      currency: project.currency,
      bots,
      generated_at: new Date(at).toISOString(),
    },
  };
}
