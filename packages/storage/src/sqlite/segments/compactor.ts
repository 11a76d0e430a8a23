import type { Connection } from '../open-database.ts';
import { type EventRow, eventRowsSql, packEvents, toEventColumns } from './event-columns.ts';
import { packProperties, toPropertyColumns } from './property-columns.ts';
import { KIND, type Stretch } from './segment-range.ts';
import { propertiesOf } from './segments.ts';
import { packSessions, SESSION_ROWS, type SessionRow, toSessionColumns } from './session-columns.ts';

/**
 * Seals a stretch: writes its columns beside the rows, where the next question finds them. False where a stretch
 * changed meanwhile, or another thread has it.
 */
export type Sealer = (stretch: Stretch) => boolean;

/**
 * A sealer on a connection of its own. It first claims the stretch, in a transaction of a moment, from which on
 * the triggers withdraw the claim with the first change; then it reads; and the columns are stored only if the
 * claim still stands. So what is stored is what the rows say, and the writer never waits for the reading.
 */
export function createSealer(db: Connection): Sealer {
  const withdraw = db.prepare(`
    DELETE FROM sealed
    WHERE kind = :kind AND project = :project AND part < :until AND until > :from AND columns IS NULL`);
  const claim = db.prepare(`
    INSERT INTO sealed (kind, project, part, until)
    SELECT :kind, :project, :from, :until
    WHERE NOT EXISTS (
      SELECT 1 FROM sealed WHERE kind = :kind AND project = :project AND part < :until AND until > :from
    )`);
  const watch = db.prepare(`
    UPDATE watched SET
      events_before = max(events_before, iif(:kind = ${KIND.events}, :until, 0)),
      sessions_before = max(sessions_before, iif(:kind = ${KIND.sessions}, :until, 0))`);
  const store = db.prepare('UPDATE sealed SET columns = ?, properties = ? WHERE id = ?');
  const eventRows = db.prepare(eventRowsSql('properties')).raw();
  const sessionRows = db.prepare(SESSION_ROWS).raw();

  const claimed = db.transaction((stretch: Stretch): number | null => {
    withdraw.run(stretch);
    const { changes, lastInsertRowid } = claim.run(stretch);
    if (changes === 0) return null;
    watch.run(stretch);
    return Number(lastInsertRowid);
  }).immediate;

  function columnsOf(stretch: Stretch): [columns: Uint8Array, properties: Uint8Array | null] {
    if (stretch.kind === KIND.sessions) {
      return [packSessions(toSessionColumns(sessionRows.all(stretch) as SessionRow[])), null];
    }
    const rows = eventRows.all(stretch) as EventRow[];
    return [packEvents(toEventColumns(rows)), packProperties(toPropertyColumns(propertiesOf(rows)))];
  }

  return (stretch) => {
    const id = claimed(stretch);
    if (id === null) return false;
    return store.run(...columnsOf(stretch), id).changes === 1;
  };
}
