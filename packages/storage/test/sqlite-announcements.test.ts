import { type EventRecord, openDeliveryStore, type Subscription } from '@cvq/storage';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  aBot,
  anEvent,
  aProject,
  aTouch,
  conversion,
  HOUR,
  MINUTE,
  NOON,
  visitor,
} from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { ask, EVER } from './contract/stores.ts';
import { openSqliteEventStores } from './event-stores.ts';
import { tries } from './histories.ts';
import { historyOf } from './reduce-history.ts';
import type { RemovedConversion } from './reduce-orders.ts';
import { totalsIn } from './reduce-totals.ts';

const folder = temporaryFolder();
const store = openSqliteEventStores(folder);
const queue = openDeliveryStore({ folder, migrate: true });

const order = { type: 'purchase', conversion: conversion(1000, 'EUR', 'A-1') } as const;
const inSession = (name: string, at: number) => ({ at, sessionId: name, visitor: visitor(name) });

/** What may be reported of one order, and of its reporters: `late` and `early` are people until they are classified. */
const REPORTS = {
  ann: { ...order, ...inSession('ann', NOON + 2 * MINUTE), touch: aTouch({ source: 'letter' }) },
  bob: { ...order, ...inSession('bob', NOON + 4 * MINUTE) },
  early: { ...order, ...inSession('early', NOON + MINUTE) },
  late: { ...order, ...inSession('late', NOON + 3 * MINUTE) },
  againEarly: { ...order, ...inSession('early', NOON + 5 * MINUTE) },
  earlyIsBot: { ...inSession('early', NOON + HOUR), bot: aBot() },
  lateIsBot: { ...inSession('late', NOON + HOUR), bot: aBot() },
  annIsBot: { ...inSession('ann', NOON + HOUR), bot: aBot() },
  server: { ...order, at: NOON + 6 * MINUTE, origin: 'server' },
  serverOfLate: { ...order, at: NOON + 7 * MINUTE, origin: 'server', sessionId: 'late' },
} as const satisfies Record<string, Partial<EventRecord>>;
type Step = keyof typeof REPORTS | 'remove' | 'deliver' | 'fail';

/** Steps in any order, some of them in one call with the step before. */
const steps = fc
  .shuffledSubarray<keyof typeof REPORTS>(Object.keys(REPORTS) as (keyof typeof REPORTS)[], { minLength: 1 })
  .chain((reports) =>
    fc.tuple(
      fc.constant(reports),
      fc.array(
        fc.record({ what: fc.constantFrom<Step>('deliver', 'deliver', 'fail'), at: fc.nat(reports.length) }),
        { maxLength: 5 },
      ),
      fc.option(fc.nat(reports.length), { freq: 1 }),
      fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
    ),
  )
  .map(([reports, between, removal, joined]) => {
    const all: Step[] = [...reports];
    for (const { what, at } of between) all.splice(at, 0, what);
    if (removal !== null) all.splice(removal, 0, 'remove');
    return { steps: all, joined };
  });

let endpoints = 0;
let now = NOON + 2 * HOUR;

/** An order's endpoints: what they acknowledged. */
function receivers() {
  endpoints += 1;
  const subscriptions: Subscription[] = [
    { endpoint: `plain ${endpoints}`, events: ['purchase'] },
    { endpoint: `removals ${endpoints}`, events: ['purchase', 'conversion.removed'] },
  ];
  const got = new Map(subscriptions.map(({ endpoint }) => [endpoint, [] as string[]]));

  async function attempt(isAnswered: boolean): Promise<void> {
    now += 1;
    const places = subscriptions.map(({ endpoint }) => ({ destination: endpoint, limit: 100 }));
    const claims = await queue.claim(places, { now, until: now + MINUTE });
    for (const { destination, type, event } of claims)
      if (isAnswered) got.get(destination)?.push(`${type} ${event}`);
    const answer = { status: isAnswered ? 200 : 500, error: null, headers: null, body: null };
    const next = isAnswered ? ('acknowledged' as const) : now + 1;
    await queue.record(claims.map((claim) => ({ claim, startedAt: now, durationMs: 0, answer, next })));
    now += 1;
  }

  return { subscriptions, attempt, got: () => subscriptions.map(({ endpoint }) => got.get(endpoint) ?? []) };
}

/** What two endpoints got: the first asks for sales alone, the second for removals as well. */
function expectToldOnce([plain, removals]: [string[], string[]], conversions: number): void {
  expect(new Set(removals).size).toBe(removals.length);
  expect(plain.length).toBeLessThanOrEqual(1);
  if (conversions === 1) expect(plain).toHaveLength(1);
  const eventsOf = (type: string) =>
    removals.filter((news) => news.startsWith(type)).map((news) => news.slice(type.length));
  const withdrawn = new Set(eventsOf('conversion.removed '));
  expect(eventsOf('purchase ').filter((id) => !withdrawn.has(id))).toHaveLength(conversions);
}

/** Whatever comes first of sales, claims, classifications, removals and attempts of webhooks. */
it('counts an order once and tells each endpoint of it once, in any order of what happens', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async ({ steps: all, joined }) => {
      const project = aProject();
      const { subscriptions, attempt, got } = receivers();
      const to = new Map([[project, subscriptions]]);
      const known: EventRecord[] = [];
      const removed: RemovedConversion[] = [];
      let call: EventRecord[] = [];
      const flush = async () => {
        if (call.length > 0) await store.ledger.append(call, { subscriptions: to });
        known.push(...call);
        call = [];
      };
      for (const [index, step] of all.entries()) {
        if (step in REPORTS) {
          call.push(anEvent({ project, ...REPORTS[step as keyof typeof REPORTS] }));
          if (joined[index % joined.length] !== true) await flush();
          continue;
        }
        await flush();
        if (step !== 'remove') await attempt(step === 'deliver');
        const target = known.find((event) => event.conversion !== null);
        if (step !== 'remove' || target === undefined) continue;
        const deed = historyOf(project, known, removed).deeds.find(({ event }) => event === target);
        const removal = await store.ledger.removeConversion(project, target.id, { now, subscriptions: to });
        if (removal.status === 'removed') removed.push({ id: target.id, isBots: deed?.botness !== 0 });
      }
      await flush();
      await attempt(true);
      const history = historyOf(project, known, removed);
      const totals = totalsIn(history, EVER, ask(project));
      expect(await store.reports.totals(ask(project), EVER)).toEqual(totals);
      expectToldOnce(got() as [string[], string[]], totals.conversions);
    }),
    { numRuns: tries(300) },
  );
  await queue.close();
  await store.close();
});
