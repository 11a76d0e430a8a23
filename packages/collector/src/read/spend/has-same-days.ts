import type { SpendReading } from '@cvq/storage';
import { localTimes } from '../local-times.ts';
import type { Range } from '../range.ts';

/**
 * Whether the days of a source begin at the same instants as those of a range, all through it. An account whose zone has no
 * name is taken for one of other days; of a file, and of one that was never read, nothing can be said against it.
 */
export function hasSameDays(
  { timeZone: timezone, integration, readAt }: Pick<SpendReading, 'timeZone' | 'integration' | 'readAt'>,
  range: Pick<Range, 'timezone' | 'from' | 'to'>,
): boolean {
  if (timezone === null) return integration === null || readAt === null;
  if (timezone === range.timezone) return true;
  const own = changesOf(timezone, range);
  const others = changesOf(range.timezone, range);
  for (;;) {
    const [one, other] = [own.next(), others.next()];
    if (one.done || other.done) return one.done === other.done;
    if (one.value.at !== other.value.at || one.value.offset !== other.value.offset) return false;
  }
}

/** The offset at the beginning of a range, and each later one with when it began. */
function* changesOf(timezone: string, { from, to }: Pick<Range, 'from' | 'to'>) {
  const times = localTimes(timezone);
  for (let at = from; at < to; at = times.offsetAt(at).until) yield { at, offset: times.offsetAt(at).ms };
}
