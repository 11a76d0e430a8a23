import type { RangeWarning } from '@cvq/contract';
import { localTimes } from './local-times.ts';
import type { Range } from './range.ts';

type Known = {
  /** When it is answered, in epoch milliseconds. */
  readonly at: number;
  /** When the first event of the project happened, in epoch milliseconds; null where there is none. */
  readonly firstEventAt: number | null;
};

/** What is to be known of the days of a range: zero is no measurement where nothing could be measured, nor final today. */
export function rangeWarnings(range: Range, { at, firstEventAt }: Known): RangeWarning[] {
  const told = (ms: number) => localTimes(range.timezone).text(ms);
  return [...unfinished(), ...unknown()];

  function unfinished(): RangeWarning[] {
    if (range.to <= at) return [];
    if (range.from > at)
      return [{ code: 'in_future', message: `The range begins after now, which is ${told(at)}.` }];
    const message = `The range is not over: it has figures up to ${told(at)}, and ends at ${told(range.to)}.`;
    return [{ code: 'not_over', message }];
  }

  function unknown(): RangeWarning[] {
    if (firstEventAt === null)
      return [{ code: 'no_events', message: 'The project has no events yet: nothing was measured.' }];
    if (firstEventAt <= range.from) return [];
    const message = `The first event of the project happened at ${told(firstEventAt)}: nothing was measured before.`;
    return [{ code: 'before_first_event', message }];
  }
}
