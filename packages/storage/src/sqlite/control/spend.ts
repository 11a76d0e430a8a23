import { accountDay } from '../../account-day.ts';
import type { CalendarDays, SpendReplaced, SpendSource, SpendStore } from '../../spend-store.ts';
import type { Connection } from '../open-database.ts';
import { exchangeRates } from './spend/exchange-rates.ts';
import { spendReader } from './spend/read-spend.ts';
import { runImport, type SpendImport } from './spend/run-import.ts';
import { spendSources } from './spend/spend-sources.ts';
import { type StagedRow, stagedImports } from './spend/staged-import.ts';

type StagedSpend = SpendImport & {
  readonly project: string;
  readonly integration: string | null;
  /** The first day that is not over, where the source is. */
  readonly today: string;
};

/** What ads cost. `sweep` deletes what does not count any more. */
export function controlSpend(db: Connection, sweep: () => Promise<void>): SpendStore {
  const sources = spendSources(db);
  const imports = stagedImports(db, sources);
  const reader = spendReader(db);
  const rates = exchangeRates(db);

  async function stage(of: StagedSpend, rows: AsyncIterable<StagedRow>): Promise<SpendReplaced> {
    await sweep();
    const id = imports.begin({ project: of.project, integration: of.integration }, of);
    try {
      const { stored, days } = await runImport({ db, imports, id }, of, rows);
      const isOfFile = of.integration === null;
      const superseded = isOfFile ? reader.supersededBy({ import: id, project: of.project }, days) : 0;
      return { stored, removed: reader.removedBy(id), superseded };
    } catch (error) {
      imports.end(id);
      throw error;
    } finally {
      // What cannot be deleted now, the next import deletes.
      await sweep().catch(() => {});
    }
  }

  return {
    async replaceSpend(source, { days, now }, rows) {
      const { project, integration, timeZone } = source;
      const today = accountDay(timeZone, now);
      const read = { source, days };
      return stage(
        { project, integration, now, today, read, repeated: () => {} },
        rowsOf(source, days, rows),
      );
    },
    async importSpend(project, { now, repeated }, lines) {
      const today = accountDay(null, now);
      return stage(
        { project, integration: null, now, today, read: null, repeated },
        rowsOfFile(project, lines),
      );
    },
    noteSpendProblem: async (source, problem) => sources.note(source, problem),
    readSpend: async (project, days) => reader.read(project, days),
    sumSpend: async (project, days) => reader.sum(project, days),
    readSpendDays: async (project, days) => reader.days(project, days),
    listSpendReadings: async () => sources.readings(),
    listSpendSources: async (project) => sources.list(project),
    async removeSpend(source) {
      const ids = sources.idsOf(source);
      const removed = ids.reduce((sum, id) => sum + reader.countOf(id), 0);
      db.transaction(() => {
        imports.endAll(source);
        for (const id of ids) sources.remove(id);
      }).immediate();
      await sweep();
      return removed;
    },
    putRates: async (project, given) => rates.put(project, given),
    removeRates: async (project, of) => rates.remove(project, of),
    readRates: async (project, days) => rates.read(project, days),
  };
}

async function* rowsOf(
  source: SpendSource,
  days: CalendarDays,
  rows: Parameters<SpendStore['replaceSpend']>[2],
): AsyncGenerator<StagedRow> {
  for await (const row of rows) {
    if (row.date < days.first || row.date > days.last)
      throw new RangeError(`Spend of ${row.date} came for ${days.first} to ${days.last}.`);
    yield { source, row, line: null };
  }
}

async function* rowsOfFile(
  project: string,
  lines: Parameters<SpendStore['importSpend']>[2],
): AsyncGenerator<StagedRow> {
  for await (const { platform, line, ...row } of lines)
    yield { source: { project, platform, integration: null, account: '', timeZone: null }, row, line };
}
