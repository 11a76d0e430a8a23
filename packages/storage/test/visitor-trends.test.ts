import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  anEvent,
  aPage,
  aProject,
  aTouch,
  HOUR,
  NOON,
  visitor,
} from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { compacted, openCompactingStores } from './compacting-stores.ts';
import { ask } from './contract/stores.ts';
import { HISTORIES, tries } from './histories.ts';
import { filterOfRow } from './reduce-breakdown.ts';

const store = openCompactingStores(join(temporaryFolder(), 'store'));
afterAll(() => store.close());

const MIDNIGHT = NOON - 12 * HOUR;
const DAYS = 3;

/** Few people who return all day long, so that most are on both sides of whatever cuts a day. */
const viewOf = (hour: fc.Arbitrary<number>) =>
  fc.record({
    hour,
    minute: fc.constantFrom(0, 0, 29, 59),
    who: fc.constantFrom('ann', 'bob', 'cid'),
    path: fc.constantFrom('/a', '/b', '/c'),
    source: fc.constantFrom('google', 'bing'),
  });
const viewOn = (day: number) => viewOf(fc.integer({ min: day * 24, max: day * 24 + 23 }));

/** On the first day and on the last, and on any: a day is stored as columns once a later one has begun. */
const views = fc
  .tuple(
    viewOn(0),
    viewOn(DAYS - 1),
    fc.array(viewOf(fc.integer({ min: 0, max: DAYS * 24 - 1 })), { maxLength: 38 }),
  )
  .map(([first, last, others]) => [first, last, ...others]);

/** Hours that cut days where local ones begin, and quarters that cut hours. */
const edges = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 0, max: DAYS * 24 }), { minLength: 2, maxLength: 8 }),
    fc.constantFrom(0, 0, 0, HOUR / 4),
  )
  .map(([hours, later]) => hours.toSorted((one, other) => one - other).map((hour) => at(hour) + later));

const at = (hour: number) => MIDNIGHT + hour * HOUR;

describe('the trends of visitors', () => {
  it('say of each row what the series filtered by it says, wherever days are cut', async () => {
    let next = 0;
    await fc.assert(
      fc.asyncProperty(views, edges, async (views, cuts) => {
        const project = aProject();
        const compactedBefore = compacted.days;
        await store.ledger.append(
          views.map(({ hour, minute, who, path, source }) => {
            next += 1;
            return anEvent({
              ...{ project, at: at(hour) + minute * 60_000, visitor: visitor(who) },
              ...{ sessionId: `s${next}`, page: aPage(path), touch: aTouch({ source }) },
            });
          }),
        );
        const question = ask(project);
        const period = { from: cuts[0] as number, to: cuts.at(-1) as number };
        const dimensions = ['page', 'source'] as const;
        const { panels } = await store.reports.overview(question, {
          ...{ now: { period, edges: cuts }, before: null },
          ...{ panels: dimensions.map((dimension) => ({ dimension, rows: 3 })) },
          measure: { by: 'visitors', currency: 'EUR' },
        });
        for (const [panel, dimension] of dimensions.entries())
          for (const { now, trend } of panels[panel]?.rows ?? []) {
            const filters = [filterOfRow(dimension, now.value)];
            const series = await store.reports.series({ ...question, filters }, cuts);
            expect(trend, `${dimension} ${now.value}`).toEqual(series.map(({ visitors }) => visitors));
          }
        // Every day of a history but the last was stored before the first question.
        const days = new Set(views.map(({ hour }) => Math.floor(hour / 24)));
        expect(compacted.days - compactedBefore).toBeGreaterThanOrEqual(days.size - 1);
      }),
      { numRuns: tries(150) },
    );
    // How many are stored at one time depends on which were withdrawn: in few histories on chance alone.
    if (HISTORIES >= 150) expect(compacted.most).toBeGreaterThan(50);
  });
});
