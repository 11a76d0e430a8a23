import type { Meta } from '@cvq/contract';
import type { ProjectRecord } from '@cvq/storage';
import type { Range } from './range.ts';

type Answered = {
  readonly project: ProjectRecord;
  readonly range: Range;
  readonly bots: Meta['bots'];
  readonly now: number;
};

/** The question as it was understood. */
export function metaOf({ project, range, bots, now }: Answered): Meta {
  return {
    project: project.id,
    start_date: range.start.toString(),
    end_date: range.end.toString(),
    range: range.preset,
    timezone: project.timezone,
    currency: project.currency,
    bots,
    generated_at: new Date(now).toISOString(),
  };
}
