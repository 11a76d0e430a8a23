import type { Connection } from '../open-database.ts';
import { BodyBroken, type Laid } from './column-body.ts';
import type { ColumnRoom } from './column-room.ts';
import { type ColumnValues, type Slots, unpackColumn } from './column-set.ts';
import { type Columns, type Day, type Identities, KEPT, type Stored } from './day.ts';
import { DayBroken } from './day-broken.ts';
import { EVENT_SET, type EventColumns, SALE_SLOTS, type SaleColumns } from './event-columns.ts';
import { splitParts } from './parts.ts';
import { type PropertyColumn, unpackProperty } from './property-columns.ts';
import { SESSION_SET, type SessionColumns } from './session-columns.ts';
import { UnpackedCache } from './unpacked-cache.ts';

/** A row of `days`: how many there are of each of what it holds. */
export type StoredDay = {
  readonly id: number;
  readonly start: number;
  readonly events: number;
  readonly sales: number;
  readonly sessions: number;
  readonly identities: number;
};

export const IDENTITY_SLOTS = {
  visitor: { slot: 50, as: 'u32' },
  user: { slot: 51, as: 'u32' },
} as const satisfies Slots;

/** A row of `day_columns` has the number of its day and its slot: `id * SLOTS + slot`. */
export const SLOTS = 64;

/** A row of `day_rollups` has the number of its day and its kind: `id * KINDS + kind`. */
export const KINDS = 32;

type Unpack<Rollup extends Columns> = (parts: readonly Laid[], room?: ColumnRoom) => Rollup;

/** Numbers that tell columns and roll-ups of all days apart in memory. */
const KEYS_OF_DAY = SLOTS + KINDS;
const keyOfColumn = (day: number, slot: number) => day * KEYS_OF_DAY + slot;
const keyOfRollup = (day: number, kind: number) => day * KEYS_OF_DAY + SLOTS + kind;
/** The same of what was worked out of them. */
const KEPT_OF_DAY = Object.keys(KEPT).length;
const keyOfKept = (day: number, what: number) => day * KEPT_OF_DAY + what;

/** The part of the memory that is for what was worked out. */
const FOR_KEPT = 1 / 6;

/** Days at rest, of which a question takes apart what it needs. What was taken apart stays for the next. */
export class StoredDays {
  readonly #body;
  readonly #property;
  readonly #propertyNames;
  readonly #rollup;
  readonly #unpacked = new UnpackedCache();
  /** Smaller, and dear to make: what is unpacked does not crowd it out. */
  readonly #kept = new UnpackedCache();

  constructor(db: Connection) {
    this.#body = db.prepare('SELECT body FROM day_columns WHERE id = ?').pluck();
    this.#property = db.prepare('SELECT body FROM day_properties WHERE day = ? AND name = ?').pluck();
    this.#propertyNames = db.prepare('SELECT name FROM day_properties WHERE day = ?').pluck();
    this.#rollup = db.prepare('SELECT body FROM day_rollups WHERE id = ?').pluck();
  }

  /** To be called when a question begins. `bytes`: what is taken apart may take in memory, at most about. */
  begin(bytes: number): void {
    const forKept = bytes * FOR_KEPT;
    this.#kept.begin(forKept);
    this.#unpacked.begin(bytes - forKept);
  }

  of(stored: StoredDay): Day {
    return new DayAtRest(this, stored);
  }

  /** A column of a day, `count` values long. */
  column(day: number, { slot, as }: Slots[string], count: number): ColumnValues {
    return this.#unpack(keyOfColumn(day, slot), (room) => {
      const body = this.#body.get(day * SLOTS + slot) as Uint8Array | undefined;
      return orBroken(day, () => unpackColumn({ as, count }, body, room));
    });
  }

  propertyNames(day: number): string[] {
    return this.#propertyNames.all(day) as string[];
  }

  property(day: number, name: string): PropertyColumn | undefined {
    return this.#unpack(`${day} ${name}`, (room) => {
      const body = this.#property.get(day, name) as Uint8Array | undefined;
      return body === undefined ? undefined : orBroken(day, () => unpackProperty(body, room));
    });
  }

  rollup<Rollup extends Columns>(day: number, kind: number, unpack: Unpack<Rollup>): Rollup | undefined {
    return this.#unpack(keyOfRollup(day, kind), (room) => {
      const body = this.#rollup.get(day * KINDS + kind) as Uint8Array | undefined;
      return body === undefined ? undefined : orBroken(day, () => unpack(splitParts(body), room));
    });
  }

  kept<Value extends object>(day: number, what: number): Value | undefined {
    return this.#kept.get(keyOfKept(day, what)) as Value | undefined;
  }

  keep<Value extends object>(day: number, what: number, value: Value): Value {
    return this.#kept.keep(keyOfKept(day, what), value);
  }

  #unpack<Values extends ColumnValues | Columns | undefined>(
    key: number | string,
    unpack: (room: ColumnRoom) => Values,
  ): Values {
    const cache = this.#unpacked;
    const known = cache.get(key) as Values | undefined;
    if (known !== undefined) return known;
    const values = unpack(cache.room);
    return values === undefined ? values : cache.keep(key, values);
  }
}

/** A day as a question sees it. It has no functions of its own, which V8 would compile for each anew. */
class DayAtRest implements Day, Stored {
  readonly id: number;
  readonly start: number;
  readonly events: EventColumns;
  readonly sales: SaleColumns;
  readonly sessions: SessionColumns;
  readonly identities: Identities;
  readonly #days: StoredDays;

  constructor(days: StoredDays, { id, start, events, sales, sessions, identities }: StoredDay) {
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

  propertyNames(): readonly string[] {
    return this.#days.propertyNames(this.id);
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

/** @throws DayBroken in place of what tells of a body alone. */
function orBroken<Result>(day: number, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof BodyBroken ? new DayBroken(day, error) : error;
  }
}

/**
 * Columns by their names, each taken apart when it is first asked for. All objects of a class have the same fields from the
 * beginning: what V8 has compiled of loops over columns would be compiled anew for those that come by fields in another order.
 */
function lazyColumns(slots: Slots) {
  class LazyColumns {
    readonly days: StoredDays;
    readonly day: number;
    readonly count: number;
    readonly found: (ColumnValues | undefined)[];
    constructor(days: StoredDays, day: number, count: number) {
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
