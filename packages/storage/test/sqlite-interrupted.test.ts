import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { anEvent, aProject, visitor } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { openSqliteIngestLedger } from '../src/sqlite/ingest-ledger.ts';
import { Interruption } from '../src/sqlite/interruption.ts';
import { openForReading } from '../src/sqlite/open-database.ts';
import { ReportEngine } from '../src/sqlite/report-engine.ts';
import type { ReportName } from '../src/sqlite/report-table.ts';
import { ask, EVER } from './contract/stores.ts';
import { tries } from './histories.ts';
import { arrivals, mixedTraffic } from './traffic.ts';

/** Interrupts the next question at one of the places where that can happen. */
class InterruptionAtRandom extends Interruption {
  #left = Number.POSITIVE_INFINITY;

  after(checks: number): void {
    this.#left = checks;
  }

  override check(): void {
    this.#left -= 1;
    if (this.#left < 0) this.interrupt();
    super.check();
  }
}

const folder = temporaryFolder();
const ledger = openSqliteIngestLedger({ folder, migrate: true }, 'unsynced');
const reading = openForReading(join(folder, 'events.db'));
const interruption = new InterruptionAtRandom();
const engine = new ReportEngine(reading, { interruption });
afterAll(async () => {
  reading.close();
  await ledger.close();
});

const OVERVIEW = {
  now: { period: EVER, edges: [EVER.from, (EVER.from + EVER.to) / 2, EVER.to] },
  before: null,
  panels: [{ dimension: 'source', rows: 5 }],
  measure: { by: 'visitors', currency: 'EUR' },
};
const questionsOf = (project: string): [ReportName, ...unknown[]][] => [
  ['totals', ask(project), EVER],
  ['breakdown', ask(project), EVER, 'source'],
  ['breakdown', ask(project), EVER, 'page'],
  ['campaigns', ask(project), EVER],
  ['overview', ask(project), OVERVIEW],
  ['funnel', ask(project), EVER, { eventTypes: ['pageview', 'purchase'], windowMs: 1e9, scope: 'visitor' }],
  ['conversions', ask(project), EVER, { order: 'newest_first', offset: 0, limit: 100 }],
  ['bots', ask(project), EVER, {}],
];

/** Rows come in no order, except for those of conversions. */
function inOrder(answer: unknown): unknown {
  const { rows = answer } = answer as { rows?: unknown };
  if (!Array.isArray(rows)) return answer;
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

/** In each history some event is there to ask about, and two of the questions are interrupted before they read any. */
const first = anEvent({ sessionId: 'first', visitor: visitor('first') });
const AT_ONCE = [0, 2].map((question) => ({ question, after: 0 }));

const traffic = mixedTraffic.chain((records) =>
  fc.record({
    calls: arrivals(records).map((calls) => [[first], ...calls]),
    interrupted: fc
      .array(fc.record({ question: fc.nat(7), after: fc.nat(8) }), { minLength: 1, maxLength: 12 })
      .map((random) => [...random, ...AT_ONCE]),
  }),
);

it('a question that is interrupted anywhere leaves every later answer right', async () => {
  let interruptions = 0;
  const holds = fc.asyncProperty(traffic, async ({ calls, interrupted }) => {
    const project = aProject();
    const questions = questionsOf(project);
    for (const call of calls) {
      await ledger.append(call.map((event) => ({ ...event, project })));
      for (const { question, after } of interrupted) {
        const [name, ...asked] = questions[question] as (typeof questions)[number];
        interruption.after(after);
        try {
          engine.answer(name, asked);
        } catch (error) {
          expect(error).toMatchObject({ name: 'Interrupted' });
          interruptions += 1;
        }
        interruption.after(Number.POSITIVE_INFINITY);
        interruption.clear();
      }
    }
    const fresh = openForReading(join(folder, 'events.db'));
    const untouched = new ReportEngine(fresh);
    for (const [name, ...asked] of questions) {
      expect(inOrder(engine.answer(name, asked)), name).toEqual(inOrder(untouched.answer(name, asked)));
    }
    fresh.close();
  });
  await fc.assert(holds, { numRuns: tries(40) });
  expect(interruptions).toBeGreaterThan(tries(40));
});
