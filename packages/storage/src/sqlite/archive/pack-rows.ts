import { lay, type Numbers } from '../days/column-body.ts';
import { compress } from '../days/compressed-body.ts';
import type { Cell } from './block-directory.ts';
import { type LaidColumn, packDirectory } from './block-directory.ts';
import type { BlockColumn, Row } from './row-block.ts';

/** Rows so few are compressed together: a frame for each column would be longer than what it holds. */
const FEW_ROWS = 512;

type Pack = (bytes: Uint8Array) => number;

/** The body of a block: its rows, column by column, as nothing else need be kept of them. */
export function packRows(rows: readonly Row[], columns: readonly BlockColumn[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const whole = rows.length <= FEW_ROWS ? 1 : 0;
  const pack = (bytes: Uint8Array): number => {
    const part = whole || bytes.byteLength === 0 ? bytes : compress(bytes);
    parts.push(part);
    return part.byteLength;
  };
  const laid = columns.map((column) => layColumn(rows, column, pack));
  const together = whole ? joined(parts) : null;
  const tail = together === null ? parts : together.byteLength === 0 ? [] : [compress(together)];
  return joined([...packDirectory({ rows: rows.length, whole, columns: laid }), ...tail]);
}

function layColumn(rows: readonly Row[], { name, like }: BlockColumn, pack: Pack): LaidColumn {
  const values = rows.map((row) => row[name] as Cell);
  const first = values[0] as Cell;
  if (values.every((value) => value === first)) return { name, all: first };
  const base = like === undefined ? undefined : { like, values: rows.map((row) => row[like] as Cell) };
  const isText = values.some((value) => typeof value === 'string');
  return { name, ...(isText ? layTexts(values, base, pack) : layIntegers(values, base, pack)) };
}

type Base = { readonly like: string; readonly values: readonly Cell[] } | undefined;
type LaidTexts = Omit<Extract<LaidColumn, { lengths: number }>, 'name'>;
type LaidIntegers = Omit<Extract<LaidColumn, { least: number }>, 'name'>;

function layTexts(values: readonly Cell[], base: Base, pack: Pack): LaidTexts {
  const lengths = lay(Uint32Array.from(values, (value, place) => lengthOf(value, base?.values[place])));
  const text = values.filter((value, place) => value !== null && value !== base?.values[place]).join('');
  return {
    ...(base && { like: base.like }),
    kind: lengths.kind,
    lengths: pack(lengths.bytes),
    bytes: pack(new TextEncoder().encode(text)),
  };
}

function layIntegers(values: readonly Cell[], base: Base, pack: Pack): LaidIntegers {
  const above = stepsAbove(values, base?.values);
  const isExact = above.every((step) => step === null || Number.isSafeInteger(step));
  const { numbers, ...told } = stepsOf(isExact ? above : stepsAbove(values));
  const { kind, bytes } = lay(numbers);
  return { ...(base && isExact && { like: base.like }), ...told, kind, bytes: pack(bytes) };
}

/** How much each is more than another column's. */
function stepsAbove(values: readonly Cell[], base?: readonly Cell[]): (number | null)[] {
  return values.map((value, place) => {
    const less = base?.[place];
    return value === null ? null : (value as number) - (typeof less === 'number' ? less : 0);
  });
}

function stepsOf(steps: readonly (number | null)[]): { numbers: Numbers; least: number; nulls: 0 | 1 } {
  const known = steps.filter((step) => step !== null);
  const least = known.reduce((one, other) => Math.min(one, other));
  const highest = known.reduce((one, other) => Math.max(one, other));
  const nulls = known.length < steps.length ? 1 : 0;
  // The difference of two large integers may be none that a float tells exactly.
  if (highest - least + nulls > 0xffff_ffff)
    return { numbers: Float64Array.from(steps, (step) => step ?? Number.NaN), least: 0, nulls };
  const above = Uint32Array.from(steps, (step) => (step === null ? 0 : step - least + nulls));
  return { numbers: above, least, nulls };
}

function lengthOf(value: Cell, base: Cell | undefined): number {
  if (value === null) return 0;
  return value === base ? 1 : (value as string).length + 2;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
