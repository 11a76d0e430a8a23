import type { EventId } from '@cvq/contract';
import { randomBase62 } from '../keys/base62.ts';

/** An id for an event that came without one, in the millisecond in which it happened. */
export function newEventId(at: number): EventId {
  return { ms: at, suffix: randomBase62(10) };
}
