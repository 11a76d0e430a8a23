import type { Connection } from '../open-database.ts';
import { ROLLUP_OF_SALES } from '../rollups/kinds.ts';
import { rowsOf } from '../rows-of.ts';
import type { ColumnRoom } from './column-room.ts';
import { type ColumnValues, type Slots, unpackColumn } from './column-set.ts';
import { BodyBroken, decompress } from './compressed-body.ts';
import { type Columns, type Day, KEPT } from './day.ts';
import { DayAtRest, type DaySource, type StoredDay, type Unpack } from './day-at-rest.ts';
import { DayBroken } from './day-broken.ts';
import { splitParts } from './parts.ts';
import { PassingRoom } from './passing-room.ts';
import { type NamedProperty, type PropertyColumn, unpackProperty } from './property-columns.ts';
import { ReadGarbage } from './read-garbage.ts';
import { UnpackedCache } from './unpacked-cache.ts';

/** A row of `day_columns` has the number of its day and its slot: `id * SLOTS + slot`. */
export const SLOTS = 64;

/** A row of `day_rollups` has the number of its day and its kind: `id * KINDS + kind`. */
export const KINDS = 32;

/** Numbers that tell columns and roll-ups of all days apart in memory. */
const KEYS_OF_DAY = SLOTS + KINDS;
const keyOfColumn = (day: number, slot: number) => day * KEYS_OF_DAY + slot;
const keyOfRollup = (day: number, kind: number) => day * KEYS_OF_DAY + SLOTS + kind;
/** The same of what was worked out of them, apart from those. */
const KEPT_OF_DAY = Object.keys(KEPT).length;
const keyOfKept = (day: number, what: number) => -1 - (day * KEPT_OF_DAY + what);

/** The part of the memory that is for what was worked out, and for roll-ups of sales. */
const FOR_KEPT = 1 / 5;

/** What is packed in a body of a day; the body is read from the file, and decompressed. None is `undefined`. */
type Packed<Values> = {
  readonly day: number;
  /** Those of all days are read together. */
  readonly kind: number | string;
  read(): unknown;
  unpack(whole: Uint8Array<ArrayBuffer> | undefined, room: ColumnRoom): Values;
  readonly cache: UnpackedCache;
};

type StoredProperty = { readonly name: string; readonly body: Uint8Array<ArrayBuffer> };

/** Days at rest, of which a question takes apart what it needs. What was taken apart stays for the next. */
export class StoredDays implements DaySource {
  readonly #body;
  readonly #property;
  readonly #propertyNames;
  readonly #everyProperty;
  readonly #rollup;
  /** Where bodies are decompressed, one after the other. */
  readonly #passing = new PassingRoom();
  readonly #garbage = new ReadGarbage();
  readonly #unpacked = new UnpackedCache();
  /** Smaller, and dear to make: what is unpacked does not crowd it out. */
  readonly #kept = new UnpackedCache();

  constructor(db: Connection) {
    this.#body = db.prepare('SELECT body FROM day_columns WHERE id = ?').pluck();
    this.#property = db.prepare('SELECT body FROM day_properties WHERE day = ? AND name = ?').pluck();
    this.#propertyNames = db.prepare('SELECT name FROM day_properties WHERE day = ?').pluck();
    this.#everyProperty = db.prepare('SELECT name, body FROM day_properties WHERE day = ?');
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
    return this.#unpack(keyOfColumn(day, slot), {
      day,
      kind: slot,
      cache: this.#unpacked,
      read: () => this.#body.get(day * SLOTS + slot),
      unpack: (whole, room) => unpackColumn({ as, count }, whole, room),
    });
  }

  /** To be gone through before anything else is asked. */
  propertyNames(day: number): Iterable<string> {
    return rowsOf<string>(this.#propertyNames, day);
  }

  /** None of them is kept, as more of them than anybody asks for by name would fill the heap. */
  *everyProperty(day: number): Iterable<NamedProperty> {
    for (const { name, body } of rowsOf<StoredProperty>(this.#everyProperty, day)) {
      this.#garbage.note(body);
      yield [name, orBroken(day, () => unpackProperty(decompress(body, this.#passing)))];
    }
  }

  property(day: number, name: string): PropertyColumn | undefined {
    return this.#unpack(`${day} ${name}`, {
      day,
      kind: name,
      cache: this.#unpacked,
      read: () => this.#property.get(day, name),
      unpack: (whole, room) => whole && unpackProperty(whole, room),
    });
  }

  rollup<Rollup extends Columns>(day: number, kind: number, unpack: Unpack<Rollup>): Rollup | undefined {
    return this.#unpack(keyOfRollup(day, kind), {
      // Those of sales are read by every list of conversions, and small: to take one apart costs more than its bytes do.
      day,
      kind: SLOTS + kind,
      cache: kind === ROLLUP_OF_SALES ? this.#kept : this.#unpacked,
      read: () => this.#rollup.get(day * KINDS + kind),
      unpack: (whole, room) => whole && unpack(splitParts(whole), room),
    });
  }

  kept<Value extends object>(day: number, what: number): Value | undefined {
    return this.#kept.get(keyOfKept(day, what)) as Value | undefined;
  }

  keep<Value extends object>(day: number, what: number, value: Value): Value {
    return this.#kept.keep(keyOfKept(day, what), value, { kind: what });
  }

  #unpack<Values extends ColumnValues | Columns | undefined>(
    key: number | string,
    { day, kind, read, unpack, cache }: Packed<Values>,
  ): Values {
    const known = cache.get(key) as Values | undefined;
    if (known !== undefined) return known;
    const body = read() as Uint8Array | undefined;
    this.#garbage.note(body);
    const values = orBroken(day, () => unpack(body && decompress(body, this.#passing), cache.roomOf(kind)));
    return values === undefined ? values : cache.keep(key, values, { kind, passing: this.#passing });
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
