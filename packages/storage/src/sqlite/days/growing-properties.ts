import { GrowingProperty, type ValueOfEvent } from './growing-property.ts';
import type { PropertyColumn, PropertyColumns } from './property-columns.ts';

/** The properties of an event as they are stored: JSON, or none. */
export type StoredProperties = string | null;

/** The properties of an event, by its index. */
export type PropertiesOfEvent = { readonly event: number; readonly properties: StoredProperties };

const NOTHING: readonly ValueOfEvent[] = [];

/** The properties of the events of an open day. What is no text, number or truth is no value. */
export class GrowingProperties {
  readonly #byName = new Map<string, GrowingProperty>();

  /** Those of which an event has a value. */
  names(): string[] {
    return [...this.#byName].flatMap(([name, property]) => (property.isEmpty ? [] : [name]));
  }

  get(name: string): PropertyColumn | undefined {
    const property = this.#byName.get(name);
    return property === undefined || property.isEmpty ? undefined : property.column;
  }

  all(): PropertyColumns {
    return new Map(this.names().map((name) => [name, this.get(name) as PropertyColumn]));
  }

  /** As `GrowingProperty.insert` does, of events in the order of their indexes. */
  insert(before: readonly number[], added: readonly PropertiesOfEvent[]): void {
    const values = new Map<string, ValueOfEvent[]>();
    for (const { event, properties } of added) {
      for (const [name, value] of valuesOf(properties)) {
        const known = values.get(name);
        if (known === undefined) values.set(name, [{ event, value }]);
        else known.push({ event, value });
      }
    }
    for (const name of values.keys()) this.#ofName(name);
    for (const [name, property] of this.#byName) property.insert(before, values.get(name) ?? NOTHING);
  }

  /** The properties of an event that is there are others now. */
  change({ event, properties }: PropertiesOfEvent): void {
    const values = new Map(valuesOf(properties));
    for (const name of values.keys()) this.#ofName(name);
    for (const [name, property] of this.#byName) property.change(event, values.get(name));
  }

  get byteLength(): number {
    return [...this.#byName.values()].reduce((sum, property) => sum + property.byteLength, 0);
  }

  #ofName(name: string): GrowingProperty {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
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
    if (typeof value !== 'object') yield [name, String(value)];
  }
}
