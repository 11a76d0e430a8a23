import {
  type ControlStore,
  type DailySpend,
  SpendImportEnded,
  type SpendLine,
  SpendLineRepeated,
  type SpendRow,
  type SpendSource,
} from '@cvq/storage';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOON } from '../../../../../test/builders/event-records.ts';
import { type Random, seededRandom } from '../../../../../test/builders/seeded-random.ts';
import { NaiveSpend } from '../../naive-spend.ts';
import { addAccount, addProject, type ControlStores, fresh } from './stores.ts';

const SEED = Number(process.env.TEST_SEED ?? 20_261_123);
const DAYS = { first: '2026-11-01', last: '2026-11-30' };
const MAX_INT64 = 2n ** 63n - 1n;

/** The rows of each day and currency as one. */
function addedUp(rows: readonly SpendRow[]): DailySpend[] {
  const sums = new Map<string, DailySpend>();
  for (const { date, currency, micros, impressions, clicks } of rows) {
    const sum = sums.get(`${date} ${currency}`) ?? { date, currency, micros: 0n, impressions: 0, clicks: 0 };
    sums.set(`${date} ${currency}`, {
      ...sum,
      micros: sum.micros + micros,
      impressions: sum.impressions + impressions,
      clicks: sum.clicks + clicks,
    });
  }
  return [...sums.keys()].sort().map((key) => sums.get(key) as DailySpend);
}

export function spendSuite(stores: ControlStores): void {
  describe('spend', () => {
    let store: ControlStore;
    let project: string;
    beforeAll(() => {
      store = stores.shared();
    });
    beforeEach(async () => {
      project = await addProject(store, await addAccount(store));
    });

    const addSource = async (given: Partial<SpendSource> = {}): Promise<SpendSource> => {
      const platform = given.platform ?? 'google_ads';
      const id = fresh('int');
      await store.createIntegration({
        ...{
          id,
          project,
          platform: platform as 'google_ads',
          state: 'active',
          account: platform,
          loginAccount: null,
          spendAccount: null,
        },
        ...{
          actions: {},
          send: 'matchable',
          credentials: Buffer.of(1),
          credentialsVersion: 1,
          sendsFrom: NOON,
        },
        ...{ problem: null, createdAt: NOON },
      });
      return { project, platform, integration: id, account: platform, timeZone: 'Asia/Kolkata', ...given };
    };
    const importLines = (lines: Iterable<SpendLine> | AsyncIterable<SpendLine>) => {
      const repeated: [number, number][] = [];
      const result = store.importSpend(
        project,
        { now: NOON, repeated: (...pair) => repeated.push(pair) },
        lines,
      );
      return { result, repeated };
    };
    const counted = async () => (await store.readSpend(project, DAYS)).rows;

    it('is read back to the micro, also beyond what a double holds', async () => {
      const source = await addSource();
      const days = { first: '2026-11-02', last: '2026-11-03' };
      const rows = [MAX_INT64, MAX_INT64 - 1n, 9_007_199_254_740_993n].map((micros, index) =>
        aRow({ date: '2026-11-02', campaignId: `${index}`, micros }),
      );
      expect(await store.replaceSpend(source, { days, now: NOON }, rows)).toEqual({
        ...{ stored: 3, removed: 0, superseded: 0 },
      });
      const { rows: found, read } = await store.readSpend(project, DAYS);
      expect(found).toEqual(rows.map((row) => ({ ...row, platform: 'google_ads', account: 'google_ads' })));
      const { platform, integration, account, timeZone } = source;
      const day = { platform, integration, account, timeZone, readAt: NOON };
      const sums = await store.sumSpend(project, DAYS);
      const micros = rows.reduce((sum, row) => sum + row.micros, 0n);
      const { date, currency, impressions, clicks } = rows[0] as SpendRow;
      expect(sums.rows).toEqual([
        { date, currency, micros, impressions: 3 * impressions, clicks: 3 * clicks },
      ]);
      expect(read, 'a day without rows was read').toEqual([
        { ...day, date: '2026-11-02' },
        { ...day, date: '2026-11-03' },
      ]);
    });

    it('of a file gives way to what the platform itself says of a campaign and day, and comes back', async () => {
      const lines = [
        aLine({ line: 2, micros: 1n }),
        aLine({ line: 3, campaignId: '2', micros: 2n }),
        aLine({ line: 4, platform: 'tiktok_ads', micros: 4n }),
      ];
      expect(await importLines(lines).result).toEqual({ stored: 3, removed: 0, superseded: 0 });
      const source = await addSource();
      const days = { first: '2026-11-01', last: '2026-11-01' };
      await store.replaceSpend(source, { days, now: NOON }, [aRow({ micros: 8n })]);
      expect((await counted()).map(({ micros }) => micros)).toEqual([2n, 8n, 4n]);
      expect(await importLines(lines).result).toEqual({ stored: 3, removed: 0, superseded: 1 });
      await store.removeIntegration(source.integration as string);
      expect((await counted()).map(({ micros }) => micros)).toEqual([1n, 2n, 4n]);
    });

    it('of a file with the same campaign and day twice is refused with both lines, and nothing is stored', async () => {
      await importLines([aLine({ micros: 5n })]).result;
      const { result, repeated } = importLines([
        aLine({ line: 2 }),
        aLine({ line: 3, date: '2026-11-02' }),
        aLine({ line: 9 }),
      ]);
      await expect(result).rejects.toThrow(SpendLineRepeated);
      expect(repeated).toEqual([[9, 2]]);
      expect((await counted()).map(({ micros }) => micros)).toEqual([5n]);
    });

    it('is not seen before the last row has come, and an import that fails leaves what was there', async () => {
      await importLines([aLine({ micros: 5n })]).result;
      const before = await store.readSpend(project, DAYS);
      const seen: unknown[] = [];
      async function* failing() {
        for (let line = 2; line < 5_000; line += 1) {
          yield aLine({ line, campaignId: `${line}` });
          if (line % 1_000 === 0) seen.push(await store.readSpend(project, DAYS));
        }
        throw new Error('The line broke off');
      }
      await expect(importLines(failing()).result).rejects.toThrow('The line broke off');
      expect(seen).toEqual([before, before, before, before]);
      expect(await store.readSpend(project, DAYS)).toEqual(before);
    });

    it('of two imports at once is that of the one that began later; the other is told', async () => {
      const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      async function* slow() {
        begun.resolve();
        yield aLine({ micros: 1n });
        await gate.promise;
      }
      const { result } = importLines(slow());
      const ended = expect(result).rejects.toThrow(SpendImportEnded);
      await begun.promise;
      const beside = stores.beside();
      await beside.importSpend(project, { now: NOON, repeated: () => {} }, [aLine({ micros: 2n })]);
      await beside.close();
      gate.resolve();
      await ended;
      expect((await counted()).map(({ micros }) => micros)).toEqual([2n]);
    });

    it('goes with its integration, and with its project', async () => {
      const source = await addSource();
      const read = () => store.replaceSpend(source, { days: DAYS, now: NOON }, [aRow()]);
      await read();
      await importLines([aLine({ platform: 'tiktok_ads' })]).result;
      await store.putRates(project, [{ date: '2026-11-01', from: 'USD', to: 'EUR', rate: 0.9 }]);
      await store.removeIntegration(source.integration as string);
      expect((await store.listSpendSources(project)).map(({ platform }) => platform)).toEqual(['tiktok_ads']);
      expect((await store.readSpend(project, DAYS)).read).toHaveLength(1);
      await expect(read()).rejects.toThrow(SpendImportEnded);
      await store.deleteProject(project, NOON);
      expect(await store.readSpend(project, DAYS)).toEqual({ rows: [], read: [] });
      expect(await store.listSpendSources(project)).toEqual([]);
      expect(await store.readRates(project, DAYS)).toEqual([]);
      await expect(importLines([aLine()]).result).rejects.toThrow(SpendImportEnded);
    });

    it('has sources that tell their days, currencies, last good day and problem', async () => {
      const source = await addSource({ timeZone: 'America/Los_Angeles' });
      const problem = { code: 'expired', message: 'Connect it anew', at: NOON };
      const state = { ...source, isCurrent: true, currencies: [], readAt: null, days: null };
      await store.noteSpendProblem(source, problem);
      expect(await store.listSpendSources(project)).toEqual([{ ...state, lastGoodDay: null, problem }]);
      // It is 23:00 of 20 November in Los Angeles.
      const now = Date.parse('2026-11-21T07:00:00Z');
      const days = { first: '2026-11-14', last: '2026-11-20' };
      const rows = [
        aRow({ date: '2026-11-15', currency: 'USD' }),
        aRow({ date: '2026-11-18', currency: 'EUR' }),
      ];
      await store.replaceSpend(source, { days, now }, rows);
      expect(await store.listSpendSources(project)).toEqual([
        {
          ...{ ...state, currencies: ['EUR', 'USD'], readAt: now, problem: null },
          ...{ days: { first: '2026-11-15', last: '2026-11-18' }, lastGoodDay: '2026-11-19' },
        },
      ]);
    });

    it('keeps the zone of an account that cannot be asked for it', async () => {
      const source = await addSource();
      const days = { first: '2026-11-01', last: '2026-11-01' };
      await store.replaceSpend(source, { days, now: NOON }, [aRow()]);
      const problem = { code: 'timeout', message: 'No answer', at: NOON };
      await store.noteSpendProblem({ ...source, timeZone: null }, problem);
      const [{ timeZone = null } = {}] = await store.listSpendSources(project);
      expect(timeZone).toBe('Asia/Kolkata');
    });

    it('counts of an account that its integration has left, whose problem is nobody’s any more', async () => {
      const source = await addSource({ account: 'act_1' });
      const integration = source.integration as string;
      const next = { ...source, account: 'act_2' };
      const days = { first: '2026-11-01', last: '2026-11-01' };
      const problem = { code: 'denied', message: 'No', at: NOON };
      const readings = async () =>
        (await store.listSpendReadings()).filter((reading) => reading.project === project);
      const { timeZone } = source;
      await store.changeIntegration(integration, { spendAccount: 'act_1' });
      await store.replaceSpend(source, { days, now: NOON }, [aRow({ micros: 3n })]);
      await store.noteSpendProblem(source, problem);
      expect(await readings()).toEqual([{ ...source, readAt: NOON, problem }]);
      await store.changeIntegration(integration, { spendAccount: 'act_2' });
      expect(await readings()).toEqual([]);
      await store.noteSpendProblem(next, problem);
      expect(await readings()).toEqual([{ ...next, readAt: null, problem }]);
      expect(await store.listSpendSources(project)).toMatchObject([
        { account: 'act_1', isCurrent: false, problem: null, timeZone },
        { account: 'act_2', isCurrent: true, problem },
      ]);
      await store.changeIntegration(integration, { spendAccount: 'act_1' });
      expect(await store.listSpendSources(project)).toMatchObject([
        { account: 'act_1', isCurrent: true, problem },
      ]);
      expect((await counted()).map(({ micros }) => micros)).toEqual([3n]);
      expect(await store.readSpendDays(project, DAYS)).toEqual((await store.readSpend(project, DAYS)).read);
    });

    it('is refused where a row lies outside the days that were read', async () => {
      const source = await addSource();
      const days = { first: '2026-11-02', last: '2026-11-02' };
      await expect(store.replaceSpend(source, { days, now: NOON }, [aRow()])).rejects.toThrow('2026-11-01');
      expect((await store.readSpend(project, DAYS)).read).toEqual([]);
    });

    it('has rates of exchange: of a period, and the last one before', async () => {
      const rate = (date: string, value: number) => ({ date, from: 'USD', to: 'EUR', rate: value });
      await store.putRates(project, [rate('2026-10-01', 1), rate('2026-10-15', 2), rate('2026-11-05', 3)]);
      await store.putRates(project, [rate('2026-10-15', 0.5), rate('2026-12-01', 4)]);
      expect(await store.readRates(project, DAYS)).toEqual([rate('2026-10-15', 0.5), rate('2026-11-05', 3)]);
      expect(await store.readRates(project, { first: '2026-11-05', last: '2026-11-05' })).toEqual([
        rate('2026-11-05', 3),
      ]);
      expect(await store.readRates(project, { first: '2026-09-01', last: '2026-09-30' })).toEqual([]);
    });

    it('forgets rates: of a day, or all of two currencies', async () => {
      const rate = (date: string, from: string) => ({ date, from, to: 'EUR', rate: 2 });
      const rates = [rate('2026-11-01', 'USD'), rate('2026-11-02', 'USD'), rate('2026-11-01', 'JPY')];
      await store.putRates(project, rates);
      const usd = { from: 'USD', to: 'EUR' };
      expect(await store.removeRates(project, { ...usd, date: '2026-11-03' })).toBe(0);
      expect(await store.removeRates(project, { ...usd, date: '2026-11-01' })).toBe(1);
      expect(await store.readRates(project, DAYS)).toEqual([
        rate('2026-11-01', 'JPY'),
        rate('2026-11-02', 'USD'),
      ]);
      expect(await store.removeRates(project, { ...usd, date: null })).toBe(1);
      expect(await store.removeRates('proj_other', { from: 'JPY', to: 'EUR', date: null })).toBe(0);
      expect(await store.readRates(project, DAYS)).toEqual([rate('2026-11-01', 'JPY')]);
    });

    it.each([1, 2, 3, 4, 5, 6])(
      'is what a naive model says, after any imports and removals (%i)',
      async (round) => {
        const random = seededRandom(SEED + round);
        const naive = new NaiveSpend();
        const asked = [await addSource(), await addSource({ platform: 'meta_ads' })];
        for (let step = 0; step < 40; step += 1) {
          const act = random.whole(1, 10);
          if (act <= 4) {
            const source = random.pick(asked);
            const days = someDays(random);
            const rows = someRows(random).filter(({ date }) => date >= days.first && date <= days.last);
            expect(await store.replaceSpend(source, { days, now: NOON }, rows)).toEqual(
              naive.replace(source.platform, days, rows),
            );
          } else if (act <= 8) {
            const lines = someRows(random).map((row, index) => ({
              ...{ ...row, line: index + 2 },
              platform: random.pick(['google_ads', 'meta_ads', 'tiktok_ads']),
            }));
            const expected = naive.importFile(lines);
            const { result } = importLines(lines);
            if (expected === null) await expect(result).rejects.toThrow(SpendLineRepeated);
            else expect(await result).toEqual(expected);
          } else {
            const platform = random.pick(['google_ads', 'tiktok_ads']);
            expect(await store.removeSpend({ project, platform, integration: null })).toBe(
              naive.remove(platform, true),
            );
          }
          const days = someDays(random);
          const { rows, read } = await store.readSpend(project, days);
          const sums = await store.sumSpend(project, days);
          expect(sums).toEqual({ rows: addedUp(rows), read });
          expect([...rows].sort(byName)).toEqual(naive.counted(days).sort(byName));
          const told = read.map(
            (day) => `${day.date} ${day.platform} ${day.integration === null ? 'file' : 'asked'}`,
          );
          expect(told.sort()).toEqual(naive.read(days).sort());
        }
      },
    );
  });
}

const aRow = (given: Partial<SpendRow> = {}): SpendRow => ({
  date: '2026-11-01',
  campaignId: '1',
  campaign: 'Autumn',
  micros: 1_000_000n,
  currency: 'EUR',
  impressions: 10,
  clicks: 1,
  ...given,
});

const aLine = (given: Partial<SpendLine> = {}): SpendLine => ({
  ...aRow(),
  platform: 'google_ads',
  line: 2,
  ...given,
});

const aDay = (random: Random) => `2026-11-${String(random.whole(1, 6)).padStart(2, '0')}`;

function someDays(random: Random) {
  const [first = '', last = ''] = [aDay(random), aDay(random)].sort();
  return { first, last };
}

const someRows = (random: Random): SpendRow[] =>
  Array.from({ length: random.whole(0, 8) }, () =>
    aRow({
      date: aDay(random),
      campaignId: `${random.whole(1, 5)}`,
      campaign: random.pick(['Autumn', 'Winter']),
      micros: BigInt(random.whole(0, 1_000_000_000)),
      currency: random.pick(['EUR', 'USD']),
    }),
  );

type Named = {
  readonly date: string;
  readonly platform: string;
  readonly account: string;
  readonly campaignId: string;
};
const nameOf = ({ date, platform, account, campaignId }: Named) =>
  `${date} ${platform} ${account} ${campaignId}`;
const byName = (one: Named, other: Named) => (nameOf(one) < nameOf(other) ? -1 : 1);
