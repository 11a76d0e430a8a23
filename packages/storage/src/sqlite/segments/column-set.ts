import { asFloat64, asUint8, asUint32, type Column, type PackedPart } from './pack-columns.ts';

/** How the values of a column lie: as floats of 64 bits, unsigned integers of 32, bytes, or texts without a space. */
type Width = 'f64' | 'u32' | 'u8' | 'text';
type Values = {
  readonly f64: Float64Array<ArrayBuffer>;
  readonly u32: Uint32Array<ArrayBuffer>;
  readonly u8: Uint8Array<ArrayBuffer>;
  readonly text: readonly string[];
};
type ValueOf<As extends Width> = As extends 'text' ? string : number;

/** Where a column lies among those of a packed segment. A slot, once released, is never another column's. */
export type SlotPlace<As extends Width = Width> = { readonly slot: number; readonly as: As };

/** A column of a segment, and what it takes from each row. */
export type PackedColumn<Row, As extends Width = Width> = SlotPlace<As> & {
  readonly from: (row: Row) => ValueOf<As>;
};
export type ColumnSet<Row> = Readonly<Record<string, PackedColumn<Row>>>;

/** The columns of a set, each by its name. */
export type ColumnsOf<Set extends Readonly<Record<string, SlotPlace>>> = {
  readonly [Name in keyof Set]: Values[Set[Name]['as']];
};
type AnyColumns = Readonly<Record<string, Values[Width]>>;

export function toColumns<Row>(set: ColumnSet<Row>, rows: readonly Row[]): AnyColumns {
  return mapped(set, ({ as, from }) => valuesOf(as, rows, from as (row: Row) => never));
}

function valuesOf<Row>(as: Width, rows: readonly Row[], from: (row: Row) => never): Values[Width] {
  if (as === 'text') return rows.map(from);
  const { length } = rows;
  const values = as === 'f64' ? new Float64Array(length) : arrayOfIntegers(as, length);
  for (let index = 0; index < length; index += 1) values[index] = from(rows[index] as Row);
  return values;
}

const arrayOfIntegers = (as: 'u32' | 'u8', length: number) =>
  as === 'u32' ? new Uint32Array(length) : new Uint8Array(length);

/** Puts the columns of a set into their slots. @throws Error where two columns are given one slot */
export function intoSlots(
  slots: Column[],
  set: Readonly<Record<string, SlotPlace>>,
  columns: AnyColumns,
): Column[] {
  for (const [name, { slot, as }] of Object.entries(set)) {
    const values = columns[name];
    if (slots[slot] !== undefined) throw new Error(`Slot ${slot} has two columns; ${name} is one.`);
    slots[slot] =
      as === 'text' ? new TextEncoder().encode((values as readonly string[]).join(' ')) : (values as Column);
  }
  return slots;
}

/**
 * The columns of a set from their slots. A column that is younger than the segment has nothing in any row: `oldest`, one
 * of the first, tells how many rows there are.
 */
export function fromSlots(
  slots: readonly PackedPart[],
  set: Readonly<Record<string, SlotPlace>>,
  oldest: SlotPlace,
): AnyColumns {
  const count = READ[oldest.as](slots[oldest.slot] as PackedPart).length;
  return mapped(set, ({ slot, as }) => {
    const part = slots[slot];
    return part === undefined ? nothing(as, count) : READ[as](part);
  });
}

const READ = {
  f64: asFloat64,
  u32: asUint32,
  u8: asUint8,
  text(part: PackedPart): readonly string[] {
    const text = new TextDecoder().decode(asUint8(part));
    return text === '' ? [] : text.split(' ');
  },
} as const;

function nothing(as: Width, length: number): Values[Width] {
  if (as === 'text') return new Array<string>(length).fill('');
  return as === 'f64' ? new Float64Array(length) : arrayOfIntegers(as, length);
}

function mapped<From, To>(set: Readonly<Record<string, From>>, change: (from: From) => To) {
  return Object.fromEntries(Object.entries(set).map(([name, from]) => [name, change(from)]));
}
