import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Integers,
  integersOf,
  laidIn,
  lay,
  type Numbers,
  narrowed,
  toBody,
} from '../src/sqlite/days/column-body.ts';
import { decompress } from '../src/sqlite/days/compressed-body.ts';

const widths = fc.constantFrom(0xff, 0xffff, 0xffff_ffff);
const anyIntegers = widths.chain((max) => fc.array(fc.integer({ min: 0, max }), { maxLength: 60 }));
/** As lists that go up one after the other lie, such as who acted in each row of a roll-up. */
const runs = widths.chain((max) =>
  fc
    .array(fc.array(fc.integer({ min: 0, max }), { maxLength: 30 }), { maxLength: 5 })
    .map((lists) => lists.flatMap((list) => list.toSorted((a, b) => a - b))),
);
const stored = (values: Integers) => integersOf(laidIn(decompress(toBody(lay(values)))));
const size = (values: Integers) => toBody(lay(values)).byteLength;

describe('the body of a column', () => {
  it('gives back any integers, whatever they lie as', () => {
    fc.assert(
      fc.property(fc.oneof(anyIntegers, runs), (values) => {
        expect(Array.from(stored(Uint32Array.from(values)))).toEqual(values);
      }),
      { numRuns: 500 },
    );
  });

  it('gives back integers that were laid as floats, in half of the bytes where all are small, and those that were not', () => {
    const readAgain = (values: Numbers) => narrowed(laidIn(decompress(toBody(lay(values)))));
    for (const most of [0xffff_ffff, 2 ** 40]) {
      const found = readAgain(Float64Array.of(0, 7, most));
      expect([Array.from(found), found.BYTES_PER_ELEMENT]).toEqual([
        [0, 7, most],
        most > 0xffff_ffff ? 8 : 4,
      ]);
    }
    expect(Array.from(readAgain(Float64Array.of(-1, 0.5)))).toEqual([-1, 0.5]);
    expect(Array.from(readAgain(Uint32Array.of(300, 5, 70_000)))).toEqual([300, 5, 70_000]);
  });

  it('gives back steps that go up by little and once down by all', () => {
    for (const top of [200, 65_400]) {
      const values = [...Array.from({ length: top / 200 + 1 }, (_, index) => index * 200), 0];
      expect(Array.from(stored(Uint32Array.from(values)))).toEqual(values);
    }
  });

  it('gives back the same when it is taken apart twice', () => {
    const laid = laidIn(decompress(toBody(lay(Uint8Array.of(200, 201, 202, 203, 204, 100, 101, 102, 103)))));
    expect(integersOf(laid)).toEqual(integersOf(laid));
  });

  it('takes a quarter of the room for lists that go up one after the other', () => {
    const lists = Array.from({ length: 10 }, (_, list) =>
      Array.from({ length: 1_000 }, (_, index) => index * 30 + ((index * 7 + list * 11) % 29)),
    );
    const values = Uint32Array.from(lists.flat());
    const scattered = values.toSorted((a, b) => ((a * 7919) % 104_729) - ((b * 7919) % 104_729));
    expect(size(values)).toBeLessThan(size(scattered) / 4);
  });
});
