import type { EventRecord } from '@cvq/storage';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  anEvent,
  aPage,
  aProject,
  aTouch,
  conversion,
  DAY,
  HOUR,
  NOON,
  visitor,
} from '../../../test/builders/event-records.ts';
import { openForReading } from '../src/sqlite/open-database.ts';
import { ReportEngine } from '../src/sqlite/report-engine.ts';
import { ask, EVER } from './contract/stores.ts';
import { tries } from './histories.ts';
import { openStoreAtRest } from './store-at-rest.ts';

const { file, ledger, compactor, engine } = openStoreAtRest();

const DAYS_AT_REST = 3;
const EVENTS_ALONE = ['pageview', 'purchase'] as const;

const acting = fc.record({
  hour: fc.integer({ min: 0, max: 11 }),
  who: fc.constantFrom('ann', 'bob', 'cid', 'dan', null),
  user: fc.constantFrom('u1', 'u2', 'u3', null, null),
  source: fc.constantFrom('google', 'bing'),
  type: fc.constantFrom(...EVENTS_ALONE),
  path: fc.constantFrom('/a', '/b'),
});
type Acting = typeof acting extends fc.Arbitrary<infer Given> ? Given : never;

/** Most of what comes later is of a day that is not at rest; what is of another one withdraws that. */
const rounds = fc.record({
  round: fc.array(fc.tuple(fc.constantFrom(DAYS_AT_REST, DAYS_AT_REST, 0, 1), acting), {
    ...{ minLength: 1, maxLength: 3 },
  }),
  isCompacted: fc.boolean(),
});

let sessions = 0;
const eventOf = (
  project: string,
  day: number,
  { hour, who, user, source, type, path }: Acting,
): EventRecord => {
  sessions += 1;
  return anEvent({
    ...{ project, type, userId: user, page: aPage(path), at: NOON + day * DAY + hour * HOUR },
    ...(who === null
      ? { origin: 'server', visitor: null, sessionId: null, touch: null }
      : { visitor: visitor(who), sessionId: `s${sessions}`, touch: aTouch({ source }) }),
    ...(type === 'purchase' && { conversion: conversion(100) }),
  });
};

const questions = (project: string) =>
  [
    ['totals', [ask(project), EVER]],
    ['breakdown', [ask(project), EVER, 'source']],
    ['breakdown', [ask(project), EVER, 'page']],
    ['breakdown', [{ ...ask(project), persons: 'off' }, EVER, 'page']],
    ['campaigns', [ask(project), EVER]],
    ['funnel', [ask(project), EVER, { eventTypes: EVENTS_ALONE, scope: 'visitor', windowMs: 9 * DAY }]],
  ] as const;

it('what is kept of days at rest is right for whatever is learnt of those who were there', async () => {
  let learntOfDaysAtRest = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(DAYS_AT_REST - 1), acting), { minLength: 4, maxLength: 24 }),
      fc.array(rounds, { minLength: 1, maxLength: 4 }),
      async (before, later) => {
        const project = aProject();
        const answersOf = (own: ReportEngine) =>
          questions(project).map(([name, asked]) => own.answer(name, asked));
        await ledger.append(before.map(([day, given]) => eventOf(project, day, given)));
        compactor.compact(project);
        answersOf(engine);
        for (const { round, isCompacted } of later) {
          await ledger.append(round.map(([day, given]) => eventOf(project, day, given)));
          if (isCompacted) compactor.compact(project);
          const fresh = openForReading(file);
          expect(answersOf(engine)).toEqual(answersOf(new ReportEngine(fresh)));
          fresh.close();
          if (round.some(([, { who, user }]) => who !== null && user !== null)) learntOfDaysAtRest += 1;
        }
      },
    ),
    { numRuns: tries(600) },
  );
  expect(learntOfDaysAtRest).toBeGreaterThan(tries(80));
});
