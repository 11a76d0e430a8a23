import type { Filter } from '@cvq/contract';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { aClient, anEvent, aProject, DAY, NOON, visitor } from '../../../test/builders/event-records.ts';
import { WordsOfEntries } from '../src/sqlite/reports/values/words-of-entries.ts';
import { ask, EVER } from './contract/stores.ts';
import { tries } from './histories.ts';
import { openStoreAtRest } from './store-at-rest.ts';

const { ledger, compactor, engine } = openStoreAtRest();

const COUNTRIES = [null, 'DE', 'FR'];
const DEVICES = [null, 'desktop', 'mobile'];
const LANGUAGES = [null, 'de', 'fr'];

/** Visits of one event, each by a client of its own; or none, where a server tells of the event alone. */
const visits = fc.array(
  fc.record({
    day: fc.nat(2),
    country: fc.constantFrom(...COUNTRIES),
    device: fc.constantFrom(...DEVICES),
    language: fc.constantFrom(...LANGUAGES),
    isVisit: fc.constantFrom(true, true, true, false),
  }),
  { minLength: 60, maxLength: 90 },
);

it('leaves the visits of the clients that fulfil filters, and events by themselves, whether clients are tried all at once or looked up', async () => {
  const raise = vi.spyOn(WordsOfEntries.prototype, 'raise');
  const narrow = vi.spyOn(WordsOfEntries.prototype, 'narrow');
  let screens = 0;
  await fc.assert(
    fc.asyncProperty(visits, fc.boolean(), async (made, isAtRest) => {
      const project = aProject();
      const records = made.map(({ day, country, device, language, isVisit }, index) => {
        screens += 1;
        const client = aClient({ country, device, language, screen: `${screens % 500}x1` });
        const who = isVisit
          ? { visitor: visitor(`v${index}`), sessionId: `s${screens}` }
          : { visitor: null, sessionId: null };
        return anEvent({ project, at: NOON + day * DAY + index, client, ...who });
      });
      await ledger.append(records);
      if (isAtRest) compactor.compact(project);
      for (const filters of [
        [{ dimension: 'country', operator: 'is', values: ['DE'] }],
        [{ dimension: 'device', operator: 'is', values: ['(not set)', 'mobile'] }],
        [
          { dimension: 'country', operator: 'is_not', values: ['FR'] },
          { dimension: 'device', operator: 'is', values: ['desktop'] },
        ],
        [{ dimension: 'language', operator: 'is', values: ['de'] }],
        [
          { dimension: 'language', operator: 'is_not', values: ['de'] },
          { dimension: 'country', operator: 'is', values: ['DE'] },
        ],
      ] satisfies Filter[][]) {
        const left = made.filter((visit) =>
          filters.every(
            ({ dimension, operator, values }) =>
              values.includes(visit[dimension as 'country' | 'device' | 'language'] ?? '(not set)') ===
              (operator === 'is'),
          ),
        );
        const sessions = left.filter(({ isVisit }) => isVisit).length;
        const told = engine.answer('totals', [{ ...ask(project), filters }, EVER]);
        expect(told).toMatchObject({ events: left.length, sessions, visitors: sessions });
      }
    }),
    { numRuns: tries(40) },
  );
  expect(raise).toHaveBeenCalled();
  expect(narrow).toHaveBeenCalled();
});
