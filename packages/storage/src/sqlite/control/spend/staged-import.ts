import type { SpendRow, SpendSource } from '../../../spend-store.ts';
import { SpendImportEnded } from '../../../store-errors.ts';
import type { Connection } from '../../open-database.ts';
import type { spendSources } from './spend-sources.ts';

/** What an import is of: one integration, or files of one project. There is one import of it at a time. */
type ImportScope = { readonly project: string; readonly integration: string | null };

export type StagedRow = {
  readonly source: SpendSource;
  readonly row: SpendRow;
  readonly line: number | null;
};

/** Two lines of the same platform, campaign and day. */
type RepeatedLine = { readonly line: number; readonly before: number };

type AddedRows = { readonly added: number; readonly repeated: readonly RepeatedLine[] };

export type StagedImports = {
  /** The number of a new import. `today` is the first day that is not over. */
  begin(scope: ImportScope, when: { readonly now: number; readonly today: string }): number;
  /** Days that were read, with rows or without. */
  addDays(id: number, source: SpendSource, dates: readonly string[]): void;
  /** How many of the rows are new, and which repeat a line. All of one platform are of one source. */
  addRows(id: number, staged: readonly StagedRow[]): AddedRows;
  makeCount(id: number, of: readonly SpendSource[], now: number): void;
  end(id: number): void;
  endAll(scope: ImportScope): void;
};

/**
 * Imports of spend, in three kinds of commits: one begins an import and ends the one of the same scope that was under
 * way, many add rows that nobody sees, and one makes all of them count. They throw SpendImportEnded where another import of
 * the scope has begun, or its project or integration is not there.
 */
export function stagedImports(db: Connection, sources: ReturnType<typeof spendSources>): StagedImports {
  const endOthers = db.prepare(`
    UPDATE spend_imports SET state = 'given_up'
    WHERE state = 'staged' AND project_id = :project AND integration_id IS :integration`);
  const insert = db.prepare(`
    INSERT INTO spend_imports (project_id, integration_id, read_at, today, state)
    VALUES (:project, :integration, :now, :today, 'staged')`);
  const stateOf = db.prepare('SELECT state FROM spend_imports WHERE id = ?').pluck();
  const end = db.prepare("UPDATE spend_imports SET state = 'given_up' WHERE id = ? AND state = 'staged'");
  const count = db.prepare(`
    UPDATE spend_imports SET state = 'counts', number = 1 + (SELECT ifnull(max(number), 0) FROM spend_imports)
    WHERE id = ?`);
  const wasRead = db.prepare(`
    UPDATE spend_sources SET read_at = :now, time_zone = :timeZone, problem = NULL WHERE id = :id`);
  const insertDay = db.prepare(
    'INSERT OR IGNORE INTO spend_days (source, date, import, currency) VALUES (?, ?, ?, ?)',
  );
  const insertRow = db.prepare(`
    INSERT INTO spend_rows (source, date, import, campaign_id, campaign, micros, currency, impressions, clicks, line)
    VALUES (:source, :date, :import, :campaignId, :campaign, :micros, :currency, :impressions, :clicks, :line)
    ON CONFLICT DO NOTHING`);
  const replaceRow = db.prepare(`
    UPDATE spend_rows SET campaign = :campaign, micros = :micros, currency = :currency, impressions = :impressions,
      clicks = :clicks
    WHERE source = :source AND date = :date AND import = :import AND campaign_id = :campaignId AND :line IS NULL`);
  const lineOf = db
    .prepare(`
      SELECT line FROM spend_rows
      WHERE source = :source AND date = :date AND import = :import AND campaign_id = :campaignId`)
    .pluck();

  function refuseEnded(id: number): void {
    if (stateOf.get(id) !== 'staged') throw new SpendImportEnded();
  }

  const begin = db.transaction((scope: ImportScope, when: { now: number; today: string }): number => {
    if (!sources.exists(scope)) throw new SpendImportEnded();
    endOthers.run(scope);
    return Number(insert.run({ ...scope, ...when }).lastInsertRowid);
  });

  const addDays = db.transaction((id: number, source: SpendSource, dates: readonly string[]) => {
    refuseEnded(id);
    const number = sources.numberOf(source);
    for (const date of dates) insertDay.run(number, date, id, '');
  });

  const addRows = db.transaction((id: number, staged: readonly StagedRow[]): AddedRows => {
    refuseEnded(id);
    const numbers = new Map<SpendSource['platform'], number>();
    const repeated: RepeatedLine[] = [];
    let [added, lastDay] = [0, ''];
    for (const { source, row, line } of staged) {
      const number = numbers.get(source.platform) ?? sources.numberOf(source);
      numbers.set(source.platform, number);
      const day = `${number} ${row.date} ${row.currency}`;
      if (day !== lastDay) insertDay.run(number, row.date, id, row.currency);
      lastDay = day;
      const stored = { ...row, source: number, import: id, line };
      if (insertRow.run(stored).changes === 1) added += 1;
      else if (line === null) replaceRow.run(stored);
      else repeated.push({ line, before: lineOf.get(stored) as number });
    }
    return { added, repeated };
  });

  const makeCount = db.transaction((id: number, of: readonly SpendSource[], now: number) => {
    refuseEnded(id);
    for (const source of of) wasRead.run({ id: sources.numberOf(source), now, timeZone: source.timeZone });
    count.run(id);
  });

  return {
    begin: (scope, when) => begin.immediate(scope, when),
    addDays: (id, source, dates) => addDays.immediate(id, source, dates),
    addRows: (id, staged) => addRows.immediate(id, staged),
    makeCount: (id, of, now) => makeCount.immediate(id, of, now),
    end: (id) => void end.run(id),
    endAll: (scope) => void endOthers.run(scope),
  };
}
