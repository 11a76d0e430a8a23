import type { Connection } from '../open-database.ts';
import { BodyBroken } from './column-body.ts';
import type { ColumnRoom } from './column-room.ts';
import { type ColumnValues, type Slots, unpackColumn } from './column-set.ts';
import { type Columns, type Day, KEPT } from './day.ts';
import { DayAtRest, type DaySource, type StoredDay, type Unpack } from './day-at-rest.ts';
import { DayBroken } from './day-broken.ts';
import { splitParts } from './parts.ts';
import { type PropertyColumn, unpackProperty } from './property-columns.ts';
import { UnpackedCache } from './unpacked-cache.ts';

/** A row of `day_columns` has the number of its day and its slot: `id * SLOTS + slot`. */
export const SLOTS = 64;

/** A row of `day_rollups` has the number of its day and its kind: `id * KINDS + kind`. */
export const KINDS = 32;

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
export class StoredDays implements DaySource {
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

/** @throws DayBroken in place of what tells of a body alone. */
function orBroken<Result>(day: number, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof BodyBroken ? new DayBroken(day, error) : error;
  }
}
