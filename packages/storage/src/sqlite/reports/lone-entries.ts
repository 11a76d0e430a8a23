import type { Integers } from '../days/column-body.ts';
import { type Day, KEPT } from '../days/day.ts';
import { lowerBound } from '../lower-bound.ts';
import { areFew } from './are-few.ts';

/** Entries of a dictionary that events of a day have themselves, for those that are part of no session. */
export type LoneEntries = { at(index: number): number };

/** Where a dictionary tells of sessions, and of events without one. */
export type LoneColumn = 'touch' | 'client';

/** Read whole for a few: of a day at rest they are kept apart. `client` is the widest column of all. */
export function loneEntries(column: LoneColumn, day: Day): LoneEntries {
  if (column === 'touch' || day.stored === null) return new EntriesOfAll(day.events[column]);
  const found = day.stored.kept<Found>(KEPT.loneClients) ?? day.stored.keep(KEPT.loneClients, find(day));
  return found.areMany ? new EntriesOfAll(day.events.client) : new EntriesOfSome(found);
}

class EntriesOfAll implements LoneEntries {
  readonly #entries: Integers;

  constructor(entries: Integers) {
    this.#entries = entries;
  }

  at(index: number): number {
    return this.#entries[index] as number;
  }
}

/** Events by index, in ascending order, with the entry of each. */
type Some = { readonly index: Uint32Array; readonly entry: Uint32Array };
/** `areMany`: then none of them is here. */
type Found = Some & { readonly areMany: boolean };

class EntriesOfSome implements LoneEntries {
  readonly #some: Some;

  constructor(some: Some) {
    this.#some = some;
  }

  at(index: number): number {
    const { index: found, entry } = this.#some;
    return entry[lowerBound(found.length, (place) => (found[place] as number) < index)] as number;
  }
}

function find({ events: { session, client, count } }: Day): Found {
  let lone = 0;
  for (let event = 0; event < count; event += 1) if (session[event] === 0) lone += 1;
  const areMany = !areFew(lone, count);
  const room = areMany ? 0 : lone;
  const [index, entry] = [new Uint32Array(room), new Uint32Array(room)];
  for (let event = 0, place = 0; place < room; event += 1) {
    if (session[event] !== 0) continue;
    index[place] = event;
    entry[place] = client[event] as number;
    place += 1;
  }
  return { index, entry, areMany };
}
