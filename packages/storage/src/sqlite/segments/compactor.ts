import type { Connection } from '../open-database.ts';
import { EVENTS, type SegmentRow } from './event-columns.ts';
import { packProperties, toPropertyColumns } from './property-columns.ts';
import { KIND, type SegmentRange } from './segment-range.ts';
import { propertiesOf } from './segments.ts';
import { SESSIONS, type SessionRow } from './session-columns.ts';

const DELETE_CLAIMS = `
  DELETE FROM sealed
  WHERE kind = :kind AND project = :project AND part < :until AND until > :from AND columns IS NULL`;

const CLAIM = `
  INSERT INTO sealed (kind, project, part, until)
  SELECT :kind, :project, :from, :until
  WHERE NOT EXISTS (
    SELECT 1 FROM sealed WHERE kind = :kind AND project = :project AND part < :until AND until > :from
  )`;

const WATCH = `
  UPDATE watched SET
    events_before = max(events_before, iif(:kind = ${KIND.events}, :until, 0)),
    sessions_before = max(sessions_before, iif(:kind = ${KIND.sessions}, :until, 0))`;

/**
 * Writes segments, on a connection of its own. It first claims the range, in a transaction of a moment, from which on
 * the triggers delete the claim with the first change; then it reads; and the columns are stored only if the claim
 * still stands. So what is stored is what the rows say, and the writer never waits for the reading.
 */
export class Compactor {
  readonly #claim: (range: SegmentRange) => number | null;
  readonly #store;
  readonly #events;
  readonly #sessions;

  constructor(db: Connection) {
    const deleteClaims = db.prepare(DELETE_CLAIMS);
    const claim = db.prepare(CLAIM);
    const watch = db.prepare(WATCH);
    this.#claim = db.transaction((range: SegmentRange): number | null => {
      deleteClaims.run(range);
      const { changes, lastInsertRowid } = claim.run(range);
      if (changes === 0) return null;
      watch.run(range);
      return Number(lastInsertRowid);
    }).immediate;
    this.#store = db.prepare('UPDATE sealed SET columns = ?, properties = ? WHERE id = ?');
    this.#events = db.prepare(EVENTS.rowsSql('properties'));
    this.#sessions = db.prepare(SESSIONS.rowsSql);
  }

  /**
   * Writes the columns of a range beside its rows, where the next question finds them. False where the range changed
   * meanwhile, or another thread has it.
   */
  compact(range: SegmentRange): boolean {
    const id = this.#claim(range);
    if (id === null) return false;
    return this.#store.run(...this.#columnsOf(range), id).changes === 1;
  }

  #columnsOf(range: SegmentRange): [columns: Uint8Array, properties: Uint8Array | null] {
    if (range.kind === KIND.sessions) {
      return [SESSIONS.pack(SESSIONS.toColumns(this.#sessions.all(range) as SessionRow[])), null];
    }
    const rows = this.#events.all(range) as SegmentRow[];
    return [EVENTS.pack(EVENTS.toColumns(rows)), packProperties(toPropertyColumns(propertiesOf(rows)))];
  }
}
