import { type Integers, integersOf, type Laid, lay } from './column-body.ts';
import type { ColumnRoom } from './column-room.ts';
import { jsonOfTexts, textsOfJson } from './json-texts.ts';
import type { Texts } from './packed-texts.ts';
import { joinParts, splitParts } from './parts.ts';

/** The values of one property among the events of a day: which events have one, and which. */
export type PropertyColumn = {
  /** They ascend. */
  readonly event: Integers;
  /** Where the event's value stands in `values`. */
  readonly value: Integers;
  readonly values: Texts;
};
export type NamedProperty = readonly [name: string, column: PropertyColumn];
/** Of a day. They may be many: one is looked at after the other. */
export type PropertyColumns = {
  names(): Iterable<string>;
  every(): Iterable<NamedProperty>;
  get(name: string): PropertyColumn | undefined;
};

/** By property, the body that it is stored as, each packed when its turn comes. */
export function packProperties(columns: PropertyColumns): PackedProperties {
  return {
    *[Symbol.iterator]() {
      for (const [name, column] of columns.every()) yield [name, bodyOf(column)] as const;
    },
  };
}

export type PackedProperties = Iterable<readonly [name: string, body: Uint8Array]>;

function bodyOf({ event, value, values }: PropertyColumn): Uint8Array {
  return joinParts([{ bytes: jsonOfTexts(values), kind: 1 }, lay(event), lay(value)]);
}

/** From its decompressed body. */
export function unpackProperty(whole: Uint8Array<ArrayBuffer>, room?: ColumnRoom): PropertyColumn {
  const [values, event, value] = splitParts(whole) as [Laid, Laid, Laid];
  return {
    event: integersOf(event, room),
    value: integersOf(value, room),
    values: textsOfJson(values.bytes),
  };
}
