import type { Integers } from './column-body.ts';
import { type ColumnValues, packColumn, type Slots } from './column-set.ts';
import type { Day, Identities } from './day.ts';
import { IDENTITY_SLOTS } from './day-at-rest.ts';
import { EVENT_SET, SALE_SLOTS } from './event-columns.ts';
import type { OpenDay } from './open-day.ts';
import { type PackedProperties, type PropertyColumns, packProperties } from './property-columns.ts';
import { SESSION_SET } from './session-columns.ts';

/** A day as it is stored. */
export type PackedDay = {
  /** How many there are of each. */
  readonly counts: Readonly<Record<'events' | 'sales' | 'sessions' | 'identities', number>>;
  readonly columns: readonly (readonly [slot: number, body: Uint8Array])[];
  readonly properties: PackedProperties;
  /** The ids of sessions that began on other days. */
  readonly others: readonly number[];
};

/** The bodies of all columns of a day, as they are stored. */
export function packDay(day: DayToStore): PackedDay {
  const { events, sales, sessions, identities } = day;
  return {
    counts: {
      events: events.count,
      sales: sales.count,
      sessions: sessions.count,
      identities: identities.count,
    },
    columns: [
      ...bodies(EVENT_SET, { ...events, client: clientsWithoutSession(events) }),
      ...bodies(SALE_SLOTS, sales),
      ...bodies(SESSION_SET, sessions),
      ...bodies(IDENTITY_SLOTS, identities),
    ],
    properties: packProperties(day.properties),
    others: othersOf(day),
  };
}

export type DayToStore = Day & { readonly properties: PropertyColumns };

/**
 * A day with its identities by visitor and user, as it is stored: that takes the fewest bytes. Reads its properties, so that it is
 * to be called in the transaction that the day was read in.
 */
export function inOrderOfIdentities(day: OpenDay): DayToStore {
  const { start, events, sales, sessions, properties } = day;
  const { identities, placeOf } = inOrder(day.identities);
  const identity = Uint32Array.from(events.identity, (place) => placeOf[place] as number);
  return {
    start,
    stored: null,
    events: { ...events, identity },
    sales,
    sessions,
    identities,
    properties,
    propertyNames: () => properties.names(),
    everyProperty: () => properties.every(),
    property: (name) => properties.get(name),
    rollup: () => undefined,
  };
}

function* bodies(
  slots: Slots,
  columns: Readonly<Record<string, ColumnValues | number>>,
): Iterable<readonly [slot: number, body: Uint8Array]> {
  for (const [name, { slot, as }] of Object.entries(slots)) {
    const body = packColumn(as, columns[name] as ColumnValues);
    if (body !== null) yield [slot, body];
  }
}

/** Of what is part of a session, the session's client is asked: that of the event would be said twice. */
function clientsWithoutSession({ client, session }: DayToStore['events']): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(client, (of, index) => (session[index] === 0 ? of : 0));
}

/** The identities by visitor and user, which takes the fewest bytes; and for each place from 1 the new one. */
function inOrder({ visitor, user, count }: Identities): { identities: Identities; placeOf: Uint32Array } {
  const order = Uint32Array.from({ length: count }, (_, index) => index).sort(
    (one, other) =>
      (visitor[one] as number) - (visitor[other] as number) ||
      (user[one] as number) - (user[other] as number),
  );
  const placeOf = new Uint32Array(count + 1);
  for (const [place, index] of order.entries()) placeOf[index + 1] = place + 1;
  const sorted = (of: Integers) => Uint32Array.from(order, (index) => of[index] as number);
  return { identities: { visitor: sorted(visitor), user: sorted(user), count }, placeOf };
}

function othersOf({ sessions: { id, isOfDay, count } }: DayToStore): number[] {
  const others: number[] = [];
  for (let place = 0; place < count; place += 1)
    if (isOfDay[place] === 0 && id[place] !== 0) others.push(id[place] as number);
  return others;
}
