import type { Filter } from '@cvq/contract';
import type { EventRecord } from '@cvq/storage';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anEvent, aPage, aProject, DAY, HOUR, NOON, visitor } from '../../../test/builders/event-records.ts';
import { ask, EVER } from './contract/stores.ts';
import { tries } from './histories.ts';
import { funnelIn } from './reduce-funnel.ts';
import { historyOf } from './reduce-history.ts';
import { openStoreAtRest } from './store-at-rest.ts';

const { ledger, compactor, engine } = openStoreAtRest();

const TYPES = ['pageview', 'signup', 'purchase'];

/**
 * Visits with events on one day, and some on up to three. `after`: minutes after the event before, few except for one
 * of so many.
 */
const visitsWith = (few: number) =>
  fc.array(
    fc.record({
      day: fc.nat(2),
      events: fc.array(
        fc.record({
          type: fc.constantFrom(...TYPES),
          after: fc.oneof(
            { weight: few, arbitrary: fc.nat(50) },
            { weight: 1, arbitrary: fc.integer({ min: 600, max: 1500 }) },
          ),
          path: fc.constantFrom('/a', '/b'),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    }),
    { minLength: 1, maxLength: 20 },
  );
/** Where few have events on several days the others are numbered day by day. */
const visits = fc.oneof(visitsWith(5), visitsWith(60));
type Visit = typeof visits extends fc.Arbitrary<(infer Given)[]> ? Given : never;

let sessions = 0;
function eventsOf(project: string, { day, events }: Visit): EventRecord[] {
  sessions += 1;
  let at = NOON + day * DAY;
  return events.map(({ type, after, path }) => {
    at += after * 60_000;
    const own = { visitor: visitor(`v${sessions}`), sessionId: `s${sessions}` };
    return anEvent({ project, type, at, page: aPage(path), ...own });
  });
}

const asked = fc.record({
  filters: fc.constantFrom<Filter[]>([], [], [{ dimension: 'page', operator: 'is', values: ['/a'] }]),
  windowMs: fc.constantFrom(HOUR, DAY, 9 * DAY),
  period: fc.constantFrom(EVER, { from: NOON + HOUR, to: NOON + 2 * DAY + HOUR / 2 }),
});

it('tells the steps of sessions of one day and of those of several, as the slow way does', async () => {
  await fc.assert(
    fc.asyncProperty(
      visits,
      fc.array(asked, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (made, questions, isAtRest) => {
        const project = aProject();
        const records = made.flatMap((visit) => eventsOf(project, visit));
        await ledger.append(records);
        if (isAtRest) compactor.compact(project);
        const history = historyOf(project, records);
        for (const { filters, windowMs, period } of questions) {
          const funnel = { eventTypes: TYPES, windowMs, scope: 'session' } as const;
          const question = { ...ask(project), filters };
          const answer = engine.answer('funnel', [question, period, funnel]);
          expect(answer).toEqual(funnelIn(history, period, question, funnel));
        }
      },
    ),
    { numRuns: tries(1500) },
  );
});
