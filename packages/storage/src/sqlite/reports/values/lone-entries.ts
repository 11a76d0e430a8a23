import type { Integers } from '../../days/column-body.ts';
import { type Day, KEPT } from '../../days/day.ts';
import { lowerBound } from '../../lower-bound.ts';
import { fewLoneEvents } from './few-lone-events.ts';

/** Entries of a dictionary that events of a day have themselves, for those that are part of no session. */
export type LoneEntries = { at(index: number): number };

/** Where a dictionary tells of sessions, and of events without one. */
export type LoneColumn = 'touch' | 'client';

/** Read whole for a few: of a day at rest they are kept apart. `client` is the widest column of all. */
export function loneEntries(column: LoneColumn, day: Day): LoneEntries {
  if (column === 'touch' || day.stored === null) return new EntriesOfAll(day.events[column]);
  const index = fewLoneEvents(day);
  if (index === null) return new EntriesOfAll(day.events.client);
  const { stored } = day;
  const entry =
    stored.kept<Uint32Array>(KEPT.loneClients) ?? stored.keep(KEPT.loneClients, clientsOf(day, index));
  return new EntriesOfSome({ index, entry });
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

function clientsOf({ events: { client } }: Day, index: Uint32Array): Uint32Array {
  return Uint32Array.from(index, (event) => client[event] as number);
}
