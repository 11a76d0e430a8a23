import type { Integers, Laid } from './column-body.ts';
import type { ColumnRoom } from './column-room.ts';
import type { ColumnValues } from './column-set.ts';
import type { EventColumns, SaleColumns } from './event-columns.ts';
import type { NamedProperty, PropertyColumn } from './property-columns.ts';
import type { SessionColumns } from './session-columns.ts';

/** Who did something: a visitor, and the user that the event names; 0 where there is none. By place. */
export type Identities = {
  readonly visitor: Integers;
  readonly user: Integers;
  readonly count: number;
};

/** Columns by their names. */
export type Columns = Readonly<Record<string, ColumnValues>>;

/** A day at rest, of which what was worked out for one question can be kept for the next. */
export type Stored = {
  /** Never that of another day, or of this one after a change: later ones are higher. */
  readonly id: number;
  /** What is still kept. `what`: one of `KEPT`, always with the same type of value. */
  kept<Value extends object>(what: number): Value | undefined;
  /** As long as there is room. Gives the value as it is kept, with its columns elsewhere. */
  keep<Value extends object>(what: number, value: Value): Value;
};

/** What is kept of days, by what it is. */
export const KEPT = {
  persons: 0,
  personsOfVisits: 1,
  credits: 2,
  countedWithoutBots: 3,
  countedWithBots: 4,
  loneClients: 5,
  others: 6,
  begun: 7,
  pageviews: 8,
  loneEvents: 9,
  placesOfSessions: 10,
  userAgentsOfSessions: 11,
} as const;

/** The events of one project and UTC day, with what reports need of their sessions. It needs no other day. */
export interface Day {
  /** Epoch milliseconds. */
  readonly start: number;
  /** Null where it may still change. */
  readonly stored: Stored | null;
  readonly events: EventColumns;
  readonly sales: SaleColumns;
  readonly sessions: SessionColumns;
  readonly identities: Identities;
  /** The properties that events of the day have, in no order. */
  propertyNames(): Iterable<string>;
  /** All of them with their values, each to be looked at before the next: they may be more than there is room for at once. */
  everyProperty(): Iterable<NamedProperty>;
  /** The values of a property among the events. */
  property(name: string): PropertyColumn | undefined;
  /** What the day comes to, by the kind of roll-up; undefined where it is not kept. */
  rollup<Rollup extends Columns>(
    kind: number,
    unpack: (parts: readonly Laid[], room?: ColumnRoom) => Rollup,
  ): Rollup | undefined;
}
