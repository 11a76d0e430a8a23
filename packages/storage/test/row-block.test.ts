import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/builders/any-character.ts';
import {
  type BlockDirectory,
  type Cell,
  directoryOf,
  packDirectory,
} from '../src/sqlite/archive/block-directory.ts';
import { packRows } from '../src/sqlite/archive/pack-rows.ts';
import { type BlockColumn, type Row, RowBlock } from '../src/sqlite/archive/row-block.ts';
import { BodyBroken } from '../src/sqlite/days/compressed-body.ts';

const COLUMNS: readonly BlockColumn[] = [
  { name: 'key' },
  { name: 'near', like: 'key' },
  { name: 'far', like: 'near' },
  { name: 'text' },
  { name: 'same', like: 'text' },
];
const NAMES = COLUMNS.map(({ name }) => name);

const integer = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: 1_760_000_000_000, max: 1_760_000_100_000 }),
  fc.maxSafeInteger(),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0xffff_ffff, 0x1_0000_0000, 255, 65_536),
);
/** What a database gives back: each half of a pair beside its other half. */
const text = fc.oneof(
  fc.constantFrom('', ' ', '\0', '\uFEFF', '\u{1F6D2}', 'ä\0ö', 'null'),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);
const nullable = <Value extends Cell>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 4 });

const row: fc.Arbitrary<Row> = fc
  .record({
    key: integer,
    near: nullable(fc.oneof(integer, fc.constant('as key'))),
    far: nullable(integer),
    text: nullable(text),
    same: nullable(fc.oneof(text, fc.constant('as text'))),
  })
  .map(({ near, same, ...given }) => ({
    ...given,
    near: near === 'as key' ? given.key : near,
    same: same === 'as text' ? given.text : same,
  }));

/** A few rows, which are compressed together, or more, which are not. */
const rows = fc.oneof(
  fc.array(row, { minLength: 1, maxLength: 12 }),
  fc
    .tuple(fc.array(row, { minLength: 1, maxLength: 6 }), fc.integer({ min: 500, max: 530 }))
    .map(([some, count]) => Array.from({ length: count }, (_, place) => some[place % some.length] as Row)),
);

/** All of a block, by place. */
function unpacked(body: Uint8Array): Row[] {
  const block = new RowBlock(body);
  return Array.from({ length: block.rows }, (_, place) => block.row(place, NAMES));
}

describe('the body of a block', () => {
  it('gives back the rows that it was made of, whatever they hold', () => {
    fc.assert(
      fc.property(rows, (given) => {
        expect(unpacked(packRows(given, COLUMNS))).toEqual(given);
      }),
      { numRuns: 300 },
    );
  });

  it('has null in the columns that are younger than it', () => {
    const block = new RowBlock(packRows([{ key: 1 }, { key: 2 }], [{ name: 'key' }]));
    expect(block.row(1, NAMES)).toEqual({ key: 2, near: null, far: null, text: null, same: null });
  });
});

const sample = (count: number): Row[] =>
  Array.from({ length: count }, (_, place) => ({
    key: 1_760_000_000_000 + place * 977,
    near: place % 7 === 0 ? null : 1_760_000_000_000 + place * 977 + (place % 3),
    far: place % 2,
    text: place % 5 === 0 ? null : `visit ${place}`,
    same: place % 3 === 0 ? `visit ${place}` : '',
  }));

/** True where the body says that it is broken; else it must hold the rows. */
function isBroken(body: Uint8Array, rows: readonly Row[]): boolean {
  try {
    expect(JSON.stringify(unpacked(body))).toBe(JSON.stringify(rows));
    return false;
  } catch (error) {
    if (!(error instanceof BodyBroken)) throw error;
    return true;
  }
}

describe.each([
  ['few rows, compressed together', 20],
  ['more rows, column by column', 600],
])('the body of a block of %s', (_, count) => {
  const rows = sample(count);
  const body = packRows(rows, COLUMNS);

  it('never says anything else, whichever byte of it is another', () => {
    let [broken, spoilt] = [0, 0];
    for (let place = 0; place < body.byteLength; place += count > 100 ? 7 : 1) {
      spoilt += 1;
      const spoiled = Uint8Array.from(body);
      spoiled[place] = (body[place] as number) ^ (1 << (place % 8));
      if (isBroken(spoiled, rows)) broken += 1;
    }
    // How a frame was compressed is told in bits that change nothing of what is in it.
    expect(broken).toBeGreaterThan(0.95 * spoilt);
  });

  it('is broken wherever it ends too early, or goes on', () => {
    const step = Math.max(1, Math.floor(body.byteLength / 300));
    for (let length = 0; length < body.byteLength; length += step)
      expect(isBroken(body.subarray(0, length), rows), `${length} bytes`).toBe(true);
    const { rest } = directoryOf(body);
    expect(isBroken(body.subarray(0, body.byteLength - rest.byteLength), rows)).toBe(true);
    expect(isBroken(Uint8Array.from([...body, 0]), rows)).toBe(true);
  });

  const lies: readonly [string, (directory: BlockDirectory) => unknown][] = [
    ['fewer rows', (told) => ({ ...told, rows: told.rows - 1 })],
    ['more rows', (told) => ({ ...told, rows: told.rows + 1 })],
    ['columns elsewhere', (told) => ({ ...told, columns: told.columns.toReversed() })],
    ['another way that columns lie', (told) => ({ ...told, whole: 1 - told.whole })],
    ['longer columns', (told) => ({ ...told, columns: told.columns.map(with1More) })],
    ['no columns', (told) => ({ ...told, columns: [] })],
  ];
  it.each(lies)('is broken where its directory tells of %s', (_, lie) => {
    const { directory, rest } = directoryOf(body);
    const told = lie(directory) as BlockDirectory;
    expect(isBroken(Buffer.concat([...packDirectory(told), rest]), rows)).toBe(true);
  });
});

const with1More = (column: BlockDirectory['columns'][number]) =>
  'bytes' in column ? { ...column, bytes: column.bytes + 1 } : column;
