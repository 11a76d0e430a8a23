import {
  floatsOf,
  type Integers,
  integersOf,
  type Laid,
  laidIn,
  lay,
  layText,
  type Numbers,
  narrowed,
  smallIntegersOf,
  toBody,
} from './column-body.ts';
import type { ColumnRoom } from './column-room.ts';
import { PackedTexts, type Texts } from './packed-texts.ts';

/**
 * What the values of a column are: floats of 64 bits, unsigned integers of at most 53 or 32 bits, bytes, or texts
 * without a space. Those of 53 bits are stored as floats. In memory they take half as much on a day that has none
 * beyond 32 bits, as nearly all days.
 */
export type Width = 'f64' | 'u53' | 'u32' | 'u8' | 'text';
type Values = {
  readonly f64: Float64Array;
  readonly u53: Numbers;
  readonly u32: Integers;
  readonly u8: Uint8Array;
  readonly text: Texts;
};
export type ColumnValues = Values[Width];
type ValueOf<As extends Width> = As extends 'text' ? string : number;

/** Where a column lies among those of a stored day. A slot, once released, is never another column's. */
export type SlotPlace<As extends Width = Width> = { readonly slot: number; readonly as: As };
export type Slots = Readonly<Record<string, SlotPlace>>;

/** A column, and what it takes from each row. */
export type PackedColumn<Row, As extends Width = Width> = SlotPlace<As> & {
  readonly from: (row: Row) => ValueOf<As>;
};
export type ColumnSet<Row> = Readonly<Record<string, PackedColumn<Row>>>;

/** The columns of a set, each by its name. */
export type ColumnsOf<Set extends Slots> = {
  readonly [Name in keyof Set]: Values[Set[Name]['as']];
};

export const emptyValues = (as: Width, length: number): ColumnValues => {
  if (as === 'text')
    return new PackedTexts(new Uint8Array(), { starts: new Uint32Array(length + 1), between: 0 });
  if (as === 'f64' || as === 'u53') return new Float64Array(length);
  return as === 'u32' ? new Uint32Array(length) : new Uint8Array(length);
};

/** The body that a column is stored as; null for one that has nothing in any row, which is not stored. */
export function packColumn(as: Width, values: ColumnValues): Uint8Array | null {
  return isEmpty(values) ? null : toBody(layColumn(as, values));
}

/** A column from its decompressed body. One that was not stored, or is younger than what was stored, has nothing in any row. */
export function unpackColumn(
  { as, count }: { readonly as: Width; readonly count: number },
  whole: Uint8Array<ArrayBuffer> | undefined,
  room?: ColumnRoom,
): ColumnValues {
  if (whole !== undefined) return columnOf(as, laidIn(whole), room);
  return emptyValues(as === 'u32' || as === 'u53' ? 'u8' : as, count);
}

function isEmpty(values: ColumnValues): boolean {
  for (let place = 0; place < values.length; place += 1) if (values.at(place)) return false;
  return true;
}

/** The bytes of the values of a column. */
export function layColumn(as: Width, values: ColumnValues): Laid {
  if (!ArrayBuffer.isView(values)) return layText(listOf(values).join(' '));
  return lay(as === 'u53' ? Float64Array.from(values) : values);
}

/** The values of a column from its bytes. */
export function columnOf(as: Width, laid: Laid, room?: ColumnRoom): ColumnValues {
  return READ[as](laid, room);
}

const READ = {
  f64: floatsOf,
  u53: narrowed,
  u32: integersOf,
  u8: smallIntegersOf,
  text: ({ bytes }: Laid): Texts => PackedTexts.split(bytes),
} as const;

const listOf = (texts: Texts) => Array.from({ length: texts.length }, (_, place) => texts.at(place));
