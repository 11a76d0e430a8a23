import type { Meta, RangeQuery } from '@cvq/contract';
import type { ProjectRecord, Question } from '@cvq/storage';
import { type Clock, type Range, resolveRange } from './range.ts';
import type { NamedFilters } from './segment-of.ts';

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
  /** Whose conditions apply beside those of the arguments. */
  readonly segment: NamedFilters | null;
  readonly project: ProjectRecord;
  readonly at: number;
};

/**
 * The period of a project that arguments are about.
 * @throws ApiError invalid_range
 */
export function periodOf(
  { args, segment, project, at }: Asked,
  rangeOf: (args: RangeQuery, clock: Clock) => Range = resolveRange,
): ReportPeriod {
  const { bots = 'excluded', filter = [] } = args;
  const range = rangeOf(args, { timezone: project.timezone, now: at });
  return {
    at,
    range,
    question: {
      project: project.id,
      bots,
      persons: project.persons,
      filters: [...(segment?.filters ?? []), ...filter],
    },
    meta: {
      project: project.id,
      start_date: range.start.toString(),
      end_date: range.end.toString(),
      range: range.preset,
      timezone: project.timezone,
      currency: project.currency,
      bots,
      ...(segment && { segment: { id: segment.id, name: segment.name } }),
      generated_at: new Date(at).toISOString(),
    },
  };
}
