import { isNameOfProperty, toldValue } from '../../property-texts.ts';
import { GrowingProperty, type ValueOfEvent } from './growing-property.ts';
import type { NamedProperty, PropertyColumn, PropertyColumns } from './property-columns.ts';
import { RareProperties } from './rare-properties.ts';

/** The properties of an event as they are stored: JSON, or none. */
export type StoredProperties = string | null;

/** The properties of an event, by its index. */
export type PropertiesOfEvent = { readonly event: number; readonly properties: StoredProperties };

const NOTHING: readonly ValueOfEvent[] = [];

/** So many properties have a column of their own: more than anybody names, and few enough for the heap of a reader. */
const MOST_COLUMNS = 1000;
/** What a column takes on the heap. */
const COLUMN_BYTES = 1700;

/** The properties of the events of an open day. What is no text, number or truth is no value. */
export class GrowingProperties implements PropertyColumns {
  readonly #byName = new Map<string, GrowingProperty>();
  /** Those that came when there was a column for each of enough others: whoever puts an id into the name has one for each event. */
  readonly #rare = new RareProperties();

  /** Those of which an event has a value. */
  *names(): Iterable<string> {
    for (const [name, property] of this.#byName) if (!property.isEmpty) yield name;
    yield* this.#rare.names();
  }

  *every(): Iterable<NamedProperty> {
    for (const name of this.names()) yield [name, this.get(name) as PropertyColumn];
  }

  get(name: string): PropertyColumn | undefined {
    const property = this.#byName.get(name);
    if (property === undefined) return this.#rare.get(name);
    return property.isEmpty ? undefined : property.column;
  }

  /** As `GrowingProperty.insert` does, of events in the order of their indexes. */
  insert(before: readonly number[], added: readonly PropertiesOfEvent[]): void {
    const values = new Map<GrowingProperty, ValueOfEvent[]>();
    this.#rare.move(before);
    for (const { event, properties } of added) {
      for (const [name, value] of valuesOf(properties)) {
        const property = this.#ofName(name);
        const known = property && values.get(property);
        if (property === null) this.#rare.add(name, { event, value });
        else if (known) known.push({ event, value });
        else values.set(property, [{ event, value }]);
      }
    }
    const touched = before.length === 0 ? values.keys() : this.#byName.values();
    for (const property of touched) property.insert(before, values.get(property) ?? NOTHING);
  }

  /** The properties of an event that is there are others now. False where they have to be read anew, all of them. */
  change({ event, properties }: PropertiesOfEvent): boolean {
    if (!this.#rare.isEmpty) return false;
    const values = new Map(valuesOf(properties));
    for (const name of values.keys()) if (this.#ofName(name) === null) return false;
    for (const [name, property] of this.#byName) property.change(event, values.get(name));
    return true;
  }

  get byteLength(): number {
    const columns = [...this.#byName.values()];
    const least = columns.length * COLUMN_BYTES + this.#rare.byteLength;
    return columns.reduce((sum, { byteLength }) => sum + byteLength, least);
  }

  /** Null for one that has no column. */
  #ofName(name: string): GrowingProperty | null {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    if (this.#byName.size === MOST_COLUMNS) return null;
    const property = new GrowingProperty();
    this.#byName.set(name, property);
    return property;
  }
}

function* valuesOf(properties: StoredProperties): Iterable<[name: string, value: string]> {
  if (properties === null) return;
  const parsed = JSON.parse(properties) as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(parsed)) {
    const value = parsed[name];
    if (typeof value !== 'object' && isNameOfProperty(name)) yield [name, toldValue(String(value))];
  }
}
