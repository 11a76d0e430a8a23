import { type Integers, integersOf, type Laid, lay, layText, textOf } from './column-body.ts';
import { joinParts, splitParts } from './parts.ts';

/** The values of one property among the events of a day: which events have one, and which. */
export type PropertyColumn = {
  readonly event: Integers;
  /** Where the event's value stands in `values`. */
  readonly value: Integers;
  readonly values: readonly string[];
};
export type PropertyColumns = ReadonlyMap<string, PropertyColumn>;

/** What an event may have for its properties: none, JSON, or what that says. */
export type RawProperties = string | Readonly<Record<string, unknown>> | null;

type Growing = { event: number[]; value: number[]; values: Map<string, number> };

/** RawProperties of events, in the order of the events. What is no text, number or truth is no value. */
export function toPropertyColumns(all: Iterable<RawProperties>): PropertyColumns {
  const columns = new Map<string, Growing>();
  let event = -1;
  for (const properties of all) {
    event += 1;
    if (properties === null) continue;
    for (const [name, value] of Object.entries(parsed(properties))) {
      if (typeof value === 'object') continue;
      const column = columns.get(name) ?? { event: [], value: [], values: new Map<string, number>() };
      columns.set(name, column);
      const word = String(value);
      const index = column.values.get(word) ?? column.values.size;
      column.values.set(word, index);
      column.event.push(event);
      column.value.push(index);
    }
  }
  return new Map(
    [...columns].map(([name, { event, value, values }]) => [
      name,
      { event: Uint32Array.from(event), value: Uint32Array.from(value), values: [...values.keys()] },
    ]),
  );
}

export function parsed(properties: Exclude<RawProperties, null>): Readonly<Record<string, unknown>> {
  return typeof properties === 'string' ? JSON.parse(properties) : properties;
}

/** By property, the body that it is stored as. */
export function* packProperties(columns: PropertyColumns): Iterable<[name: string, body: Uint8Array]> {
  for (const [name, { event, value, values }] of columns)
    yield [name, joinParts([layText(JSON.stringify(values)), lay(event), lay(value)])];
}

export function unpackProperty(body: Uint8Array): PropertyColumn {
  const [values, event, value] = splitParts(body) as [Laid, Laid, Laid];
  return {
    event: integersOf(event),
    value: integersOf(value),
    values: JSON.parse(textOf(values)) as string[],
  };
}
