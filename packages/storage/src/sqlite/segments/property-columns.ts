import { asUint8, asUint32, type PackedPart, packColumns, unpackColumns } from './pack-columns.ts';

/** The values of one property among the events of a chunk: which events have one, and which. */
export type PropertyColumn = {
  readonly event: Uint32Array;
  /** Where the event's value stands in `values`. */
  readonly value: Uint32Array;
  readonly values: readonly string[];
};

export type PropertyColumns = ReadonlyMap<string, PropertyColumn>;

type Growing = { event: number[]; value: number[]; values: Map<string, number> };

/** Properties of events, given as JSON in the order of the events. What is no text, number or truth is no value. */
export function toPropertyColumns(json: Iterable<string | null>): PropertyColumns {
  const columns = new Map<string, Growing>();
  let event = -1;
  for (const text of json) {
    event += 1;
    if (text === null) continue;
    for (const [name, value] of Object.entries(JSON.parse(text) as Record<string, unknown>)) {
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

export function packProperties(columns: PropertyColumns): Uint8Array {
  const names = [...columns].map(([name, { values }]) => [name, values]);
  const numbers = [...columns.values()].flatMap(({ event, value }) => [event, value]);
  return packColumns([new TextEncoder().encode(JSON.stringify(names)), ...numbers] as never);
}

export function unpackProperties(packed: Uint8Array): PropertyColumns {
  const [header, ...numbers] = unpackColumns(packed) as [PackedPart, ...PackedPart[]];
  const names = JSON.parse(new TextDecoder().decode(asUint8(header))) as [string, string[]][];
  return new Map(
    names.map(([name, values], index) => {
      const event = asUint32(numbers[2 * index] as PackedPart);
      return [name, { event, value: asUint32(numbers[2 * index + 1] as PackedPart), values }];
    }),
  );
}
