import type { Laid } from './column-body.ts';
import type { ColumnRoom } from './column-room.ts';
import type { ColumnValues, Slots } from './column-set.ts';
import type { Columns, Day, Identities, Stored } from './day.ts';
import { EVENT_SET, type EventColumns, SALE_SLOTS, type SaleColumns } from './event-columns.ts';
import type { NamedProperty, PropertyColumn } from './property-columns.ts';
import { SESSION_SET, type SessionColumns } from './session-columns.ts';

/** A row of `days`: how many there are of each of what it holds. */
export type StoredDay = {
  readonly id: number;
  readonly start: number;
  readonly events: number;
  readonly sales: number;
  readonly sessions: number;
  readonly identities: number;
};

export type Unpack<Rollup extends Columns> = (parts: readonly Laid[], room?: ColumnRoom) => Rollup;

/** What days at rest are read from, each by its number. */
export type DaySource = {
  /** A column, `count` values long. */
  column(day: number, place: Slots[string], count: number): ColumnValues;
  propertyNames(day: number): Iterable<string>;
  everyProperty(day: number): Iterable<NamedProperty>;
  property(day: number, name: string): PropertyColumn | undefined;
  rollup<Rollup extends Columns>(day: number, kind: number, unpack: Unpack<Rollup>): Rollup | undefined;
  kept<Value extends object>(day: number, what: number): Value | undefined;
  keep<Value extends object>(day: number, what: number, value: Value): Value;
};

export const IDENTITY_SLOTS = {
  visitor: { slot: 50, as: 'u32' },
  user: { slot: 51, as: 'u32' },
} as const satisfies Slots;

/** A day as a question sees it. It has no functions of its own, which V8 would compile for each anew. */
export class DayAtRest implements Day, Stored {
  readonly id: number;
  readonly start: number;
  readonly events: EventColumns;
  readonly sales: SaleColumns;
  readonly sessions: SessionColumns;
  readonly identities: Identities;
  readonly #days: DaySource;

  constructor(days: DaySource, { id, start, events, sales, sessions, identities }: StoredDay) {
    this.#days = days;
    this.id = id;
    this.start = start;
    this.events = new Events(days, id, events) as unknown as EventColumns;
    this.sales = new Sales(days, id, sales) as unknown as SaleColumns;
    this.sessions = new Sessions(days, id, sessions) as unknown as SessionColumns;
    this.identities = new IdentityColumns(days, id, identities) as unknown as Identities;
  }

  get stored(): Stored {
    return this;
  }

  propertyNames(): Iterable<string> {
    return this.#days.propertyNames(this.id);
  }

  everyProperty(): Iterable<NamedProperty> {
    return this.#days.everyProperty(this.id);
  }

  property(name: string): PropertyColumn | undefined {
    return this.#days.property(this.id, name);
  }

  rollup<Rollup extends Columns>(kind: number, unpack: Unpack<Rollup>): Rollup | undefined {
    return this.#days.rollup(this.id, kind, unpack);
  }

  kept<Value extends object>(what: number): Value | undefined {
    return this.#days.kept<Value>(this.id, what);
  }

  keep<Value extends object>(what: number, value: Value): Value {
    return this.#days.keep(this.id, what, value);
  }
}

/**
 * Columns by their names, each taken apart when it is first asked for. All objects of a class have the same fields from the
 * beginning: what V8 has compiled of loops over columns would be compiled anew for those that come by fields in another order.
 */
function lazyColumns(slots: Slots) {
  class LazyColumns {
    readonly days: DaySource;
    readonly day: number;
    readonly count: number;
    readonly found: (ColumnValues | undefined)[];
    constructor(days: DaySource, day: number, count: number) {
      this.days = days;
      this.day = day;
      this.count = count;
      this.found = new Array(names.length).fill(undefined);
    }
  }
  const names = Object.keys(slots);
  for (const [index, [name, slot]] of Object.entries(slots).entries()) {
    Object.defineProperty(LazyColumns.prototype, name, {
      get(this: LazyColumns) {
        const known = this.found[index];
        if (known !== undefined) return known;
        const values = this.days.column(this.day, slot, this.count);
        this.found[index] = values;
        return values;
      },
    });
  }
  return LazyColumns;
}

const Events = lazyColumns(EVENT_SET);
const Sales = lazyColumns(SALE_SLOTS);
const Sessions = lazyColumns(SESSION_SET);
const IdentityColumns = lazyColumns(IDENTITY_SLOTS);
