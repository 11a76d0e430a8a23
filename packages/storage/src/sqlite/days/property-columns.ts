import { packNumbers, packText, unpackIntegers, unpackText } from './column-body.ts';

/** The values of one property among the events of a day: which events have one, and which. */
export type PropertyColumn = {
  readonly event: Uint32Array;
  /** Where the event's value stands in `values`. */
  readonly value: Uint32Array;
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
    yield [
      name,
      joined([packText(JSON.stringify(values)), packNumbers(event as never), packNumbers(value as never)]),
    ];
}

export function unpackProperty(body: Uint8Array): PropertyColumn {
  const [values, event, value] = parted(body) as [Uint8Array, Uint8Array, Uint8Array];
  return {
    event: unpackIntegers(event),
    value: unpackIntegers(value),
    values: JSON.parse(unpackText(values)) as string[],
  };
}

/** Parts one after the other, each behind its length in four bytes. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + 4 + byteLength, 0));
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.byteLength, true);
    whole.set(part, at + 4);
    at += 4 + part.byteLength;
  }
  return whole;
}

function parted(whole: Uint8Array): Uint8Array[] {
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < whole.byteLength; ) {
    const end = at + 4 + view.getUint32(at, true);
    parts.push(whole.subarray(at + 4, end));
    at = end;
  }
  return parts;
}
