import { DAY_MS } from '@cvq/contract/constants';
import type { Day } from '../days/day.ts';
import { DistinctPairs } from '../days/distinct-pairs.ts';

/** Of each session that may have events on several days, the values of its events, each once, and when it began. */
type Shared = {
  readonly sharedValue: Uint32Array<ArrayBuffer>;
  readonly sharedSession: Uint32Array<ArrayBuffer>;
  readonly sharedBeganAt: Float64Array<ArrayBuffer>;
};

/** Whether a session of a day began on another one, or goes on after its end. */
export function isShared({ sessions }: Day, place: number): boolean {
  if (sessions.isOfDay[place] !== 1) return true;
  return (sessions.start[place] as number) + (sessions.durationMs[place] as number) >= DAY_MS;
}

/** When a session of a day began, in epoch milliseconds. */
export function beganAt({ start, sessions }: Day, place: number): number {
  const ofOther = sessions.isOfDay[place] === 1 ? 0 : (sessions.beganAt[place] as number);
  return ofOther || start + (sessions.start[place] as number);
}

type Values = { readonly found: Int32Array; readonly counted: Uint8Array };

export const sharedSessions = {
  none: {
    sharedValue: new Uint32Array(0),
    sharedSession: new Uint32Array(0),
    sharedBeganAt: new Float64Array(0),
  } as Shared,

  of(day: Day, { found, counted }: Values): Shared {
    const pairs = new DistinctPairs();
    const { session, count } = day.events;
    for (let index = 0; index < count; index += 1) {
      const place = (session[index] as number) - 1;
      if (counted[index] !== 1 || place === -1 || !isShared(day, place)) continue;
      pairs.add(place, found[index] as number);
    }
    const { ones: places, others: sharedValue } = pairs;
    return {
      sharedValue,
      sharedSession: Uint32Array.from(places, (place) => day.sessions.id[place] as number),
      sharedBeganAt: Float64Array.from(places, (place) => beganAt(day, place)),
    };
  },
};
