import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createHistogram } from 'node:perf_hooks';
import { openControlStore, type SpendLine } from '@cvq/storage';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { NOON } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { type CommitTaken, SMALL_COMMITS, SmallCommits } from '../src/sqlite/control/spend/small-commits.ts';
import { addAccount, addProject } from './contract/control/stores.ts';

/** Some days in `npm test`; a file of a million lines by `npm run test:spend-commits`. */
const ROWS = Number(process.env.TEST_SPEND_ROWS ?? 20_000);
const CAMPAIGNS = 1_000;

/** Sizes and times of commits on a machine on which a row takes so many milliseconds; the clock is its own. */
async function commitsAt(msPerRow: (commit: number) => number, count: number) {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  let now = 0;
  const commits = new SmallCommits(db, () => now);
  const taken: { size: number; ms: number }[] = [];
  for (let commit = 0; commit < count; commit += 1) {
    const { size } = commits;
    const ms = size * msPerRow(commit);
    await commits.run(() => {
      now += ms;
    });
    taken.push({ size, ms });
  }
  return taken;
}

it.each([0.001, 0.004, 0.02, 0.1])(
  'commits of rows that take %s ms each hold the writer for 10 ms at most, from the third on',
  async (msPerRow) => {
    const taken = await commitsAt(() => msPerRow, 12);
    for (const { size, ms } of taken.slice(3)) expect([size, ms <= 10]).toEqual([size, true]);
    expect(Math.max(...taken.map(({ size }) => size))).toBeLessThanOrEqual(2_000);
    if (msPerRow < 0.002) expect(taken.at(-1)?.size, 'where rows are fast').toBe(2_000);
  },
);

it('a machine that becomes eight times as slow is held for more than 10 ms by a few commits only', async () => {
  const taken = await commitsAt((commit) => (commit < 8 ? 0.005 : 0.04), 16);
  const late = taken.filter(({ ms }) => ms > 10);
  expect(late.length).toBeLessThanOrEqual(3);
  expect(taken.at(-1)?.ms).toBeLessThanOrEqual(10);
});

function* linesOf(): Generator<SpendLine> {
  for (let index = 0; index < ROWS; index += 1) {
    const date = new Date(Date.UTC(2023, 0, 1 + Math.floor(index / CAMPAIGNS))).toISOString().slice(0, 10);
    yield {
      ...{ date, platform: 'tiktok_ads', campaignId: `${index % CAMPAIGNS}`, campaign: 'Autumn' },
      ...{ micros: BigInt(index), currency: 'EUR', impressions: 1, clicks: 1, line: index + 2 },
    };
  }
}

it(
  `a file of ${ROWS} rows is written, and written again, in commits of 2,000 rows at most`,
  async () => {
    const folder = temporaryFolder();
    const store = openControlStore({ folder, migrate: true });
    onTestFinished(() => store.close());
    const project = await addProject(store, await addAccount(store));
    const elapsed = createHistogram();
    const processor = createHistogram();
    const sizes: number[] = [];
    const note = (message: unknown) => {
      const { size, elapsedMs, cpuMs } = message as CommitTaken;
      sizes.push(size);
      elapsed.record(Math.max(1, Math.round(elapsedMs * 1000)));
      processor.record(Math.max(1, Math.round(cpuMs * 1000)));
    };
    subscribe(SMALL_COMMITS, note);
    onTestFinished(() => void unsubscribe(SMALL_COMMITS, note));
    for (const _ of ['first', 'again'])
      await store.importSpend(project, { now: NOON, repeated: () => {} }, linesOf());
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000);
    // Both are stored, and what the first had is deleted.
    expect(sizes.length).toBeGreaterThanOrEqual((3 * ROWS) / 2_000);
    if (process.env.TEST_LONG === '1') {
      const figures = (of: typeof elapsed) =>
        [of.percentile(50), of.percentile(99), of.max].map((micros) => micros / 1000);
      const told = {
        rows: ROWS,
        commits: sizes.length,
        elapsedMs: figures(elapsed),
        cpuMs: figures(processor),
      };
      process.stdout.write(`spend-commits: ${JSON.stringify(told)} (median, 99 %, longest)\n`);
    }
  },
  60_000 + ROWS,
);
