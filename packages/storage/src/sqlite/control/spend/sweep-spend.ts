import type { Connection } from '../../open-database.ts';
import { SmallCommits } from './small-commits.ts';

type ImportedDay = { readonly source: number; readonly date: string; readonly import: number };

/** Days of sources that are no more, of imports that ended without counting, and those that a later import replaced. */
const OBSOLETE = `
  SELECT DISTINCT day.source, day.date, day.import
  FROM spend_days AS day
  LEFT JOIN spend_sources AS source ON source.id = day.source
  LEFT JOIN spend_imports AS import ON import.id = day.import
  WHERE source.id IS NULL OR import.id IS NULL OR import.state = 'given_up' OR EXISTS (
    SELECT 1 FROM spend_days AS later
    JOIN spend_imports AS later_import ON later_import.id = later.import AND later_import.state = 'counts'
    WHERE later.source = day.source AND later.date = day.date AND import.state = 'counts'
      AND later_import.number > import.number)`;

/**
 * Deletes in small commits what of spend does not count and never will. Whoever makes something obsolete calls it, and
 * what is left by one that was killed, the next one deletes.
 */
export function spendSweeper(db: Connection): () => Promise<void> {
  const obsolete = db.prepare(OBSOLETE);
  const deleteRows = db.prepare(`
    DELETE FROM spend_rows
    WHERE source = :source AND date = :date AND import = :import AND campaign_id IN (
      SELECT campaign_id FROM spend_rows WHERE source = :source AND date = :date AND import = :import LIMIT :limit)`);
  const deleteDay = db.prepare(
    'DELETE FROM spend_days WHERE source = :source AND date = :date AND import = :import',
  );
  const deleteImports = db.prepare(`
    DELETE FROM spend_imports
    WHERE state <> 'staged' AND NOT EXISTS (SELECT 1 FROM spend_days WHERE import = spend_imports.id)`);

  /** How many of the days are done. */
  const sweepSome = db.transaction((days: readonly ImportedDay[], size: number): number => {
    let left = size;
    for (const [done, day] of days.entries()) {
      const { changes } = deleteRows.run({ ...day, limit: left });
      left -= changes;
      if (left <= 0) return done;
      deleteDay.run(day);
      left -= 1;
      if (left <= 0) return done + 1;
    }
    return days.length;
  });

  return async () => {
    const commits = new SmallCommits(db);
    let days = obsolete.all() as ImportedDay[];
    while (days.length > 0) {
      const most = days.slice(0, commits.size);
      const done = await commits.run(() => sweepSome.immediate(most, commits.size));
      days = days.slice(done);
    }
    deleteImports.run();
  };
}
