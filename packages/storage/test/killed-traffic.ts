import type { EventId } from '@cvq/contract';
import type { EventRecord } from '@cvq/storage';
import fc from 'fast-check';
import { DAY, NOON } from '../../../test/builders/event-records.ts';
import { arrivals, longSessions, mixedTraffic, removals, restlessVisitor } from './traffic.ts';

/** What a process stores in one commit. */
export type StoredCall =
  | { readonly events: readonly EventRecord[] }
  | { readonly project: string; readonly removed: EventId; readonly now: number };

/** When clocks are changed in Europe, in North America, and on Lord Howe Island by half an hour. */
export const CHANGES: Readonly<Record<string, number>> = {
  proj_europe: Date.UTC(2026, 9, 25, 12),
  proj_america: Date.UTC(2026, 10, 1, 12),
  proj_island: Date.UTC(2026, 9, 4, 12),
};
export const PROJECTS = Object.keys(CHANGES);

type Story = {
  readonly records: EventRecord[];
  readonly calls: EventRecord[][];
  readonly removed: EventId[];
};

const story = fc
  .oneof(
    { arbitrary: mixedTraffic, weight: 6 },
    { arbitrary: longSessions, weight: 2 },
    { arbitrary: restlessVisitor, weight: 1 },
  )
  .chain((records) =>
    fc.record({
      records: fc.constant(records),
      calls: arrivals(records),
      removed: removals(records).map((found) => found.map(({ id }) => id)),
    }),
  );

/**
 * Events of three projects around changes of clocks: late, duplicated, of bots, of several days, with orders that are
 * reported again and conversions that are removed. Stories share visitors, sessions and orders.
 */
export function killedTraffic(stories: number, seed: number): StoredCall[] {
  const calls = fc.sample(story, { numRuns: stories, seed }).flatMap((told, index) => callsOf(told, index));
  return fc.sample(fc.shuffledSubarray(calls, { minLength: calls.length }), {
    numRuns: 1,
    seed,
  })[0] as StoredCall[];
}

function callsOf({ calls, removed }: Story, index: number): StoredCall[] {
  const project = PROJECTS[index % PROJECTS.length] as string;
  // Two days of the stories lie around the change, and what they have months later remains so.
  const later = (CHANGES[project] as number) - NOON - DAY / 2;
  const idOf = ({ ms, suffix }: EventId): EventId => ({ ms: ms + later, suffix: `${suffix}${index}` });
  const moved = (event: EventRecord): EventRecord => ({
    ...event,
    ...{ project, id: idOf(event.id), at: event.at + later, receivedAt: event.receivedAt + later },
  });
  return [
    ...calls.map((events) => ({ events: events.map(moved) })),
    ...removed.map((id) => ({ project, removed: idOf(id), now: NOON })),
  ];
}
