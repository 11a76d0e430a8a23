import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DistinctTexts } from '../src/sqlite/days/distinct-texts.ts';
import { GrowingProperty } from '../src/sqlite/days/growing-property.ts';
import { jsonOfTexts, textsOfJson } from '../src/sqlite/days/json-texts.ts';
import { PackedTexts, type Texts } from '../src/sqlite/days/packed-texts.ts';

const anyText = fc.string({ unit: 'grapheme', maxLength: 12 });
const listOf = (texts: Texts) => Array.from({ length: texts.length }, (_, place) => texts.at(place));

describe('texts as bytes', () => {
  it('have the place that each first had', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText, fc.constantFrom('a', 'b', 'ab'))), (all) => {
        const texts = new DistinctTexts();
        const distinct = [...new Set(all)];
        expect(all.map((text) => texts.placeOf(text))).toEqual(all.map((text) => distinct.indexOf(text)));
        expect(listOf(texts)).toEqual(distinct);
      }),
    );
  });

  it('are the JSON that a list of them is, and are read from it again', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText, fc.constantFrom('"', '\\', '\\"', '\n', ','))), (all) => {
        const texts = new DistinctTexts();
        for (const text of all) texts.placeOf(text);
        const json = jsonOfTexts(texts);
        expect(Buffer.from(json).toString()).toBe(JSON.stringify([...new Set(all)]));
        expect(listOf(textsOfJson(json))).toEqual([...new Set(all)]);
      }),
    );
  });

  it('are found between spaces', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^\w*$/), { minLength: 1 }), (all) => {
        expect(listOf(PackedTexts.split(new TextEncoder().encode(all.join(' '))))).toEqual(all);
      }),
    );
  });
});

describe('a property of an open day', () => {
  const anyBatch = fc.array(fc.record({ after: fc.nat(20), value: fc.option(anyText) }), { maxLength: 8 });
  const anyChange = fc.record({ event: fc.nat(30), value: fc.option(anyText, { nil: undefined }) });

  it('has the value of each event, whatever was put between others and changed', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ batch: anyBatch, change: anyChange })), (steps) => {
        const property = new GrowingProperty();
        let all: (string | null)[] = [];
        for (const { batch, change } of steps) {
          const gaps = batch
            .map(({ after, value }) => ({ before: Math.min(after, all.length), value }))
            .toSorted((one, other) => one.before - other.before);
          const placed = gaps.map(({ before, value }, gap) => ({ event: before + gap, value }));
          property.insert(
            gaps.map(({ before }) => before),
            placed.flatMap(({ event, value }) => (value === null ? [] : [{ event, value }])),
          );
          const rest = [...all];
          const byEvent = new Map(placed.map(({ event, value }) => [event, value]));
          all = Array.from({ length: all.length + placed.length }, (_, event) =>
            byEvent.has(event) ? (byEvent.get(event) ?? null) : (rest.shift() ?? null),
          );
          if (change.event >= all.length) continue;
          property.change(change.event, change.value);
          all[change.event] = change.value ?? null;
        }
        const { event, value, values } = property.column;
        const expected = all.flatMap((of, index) => (of === null ? [] : [[index, of]]));
        expect(Array.from(event, (of, place) => [of, values.at(value[place] as number)])).toEqual(expected);
      }),
    );
  });
});
