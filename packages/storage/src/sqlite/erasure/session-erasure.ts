import type { EventId } from '@cvq/contract';
import type { Retrieval } from '../archive/retrieval.ts';
import { type StoredRows, storedRowsOf } from '../archive/stored-rows.ts';
import type { ChangeNotes } from '../changes.ts';
import type { Connection } from '../open-database.ts';
import type { SessionState } from '../session-table.ts';
import { anonymousName } from './anonymous-name.ts';

type Row = SessionState & { readonly project: number; readonly key: string; readonly stitched: 0 | 1 };

const ROW = 'SELECT * FROM sessions WHERE id = ?';
const CHANGE = `
  UPDATE sessions SET key = :key, user = :user, click_ids = :clickIds, entry_page = :entryPage, exit_page = :exitPage,
    touch = :touch, client = :client
  WHERE id = :id`;

type Options = {
  readonly visitors: ReadonlySet<number>;
  readonly renamed: ReadonlyMap<number, number>;
  readonly notes: ChangeNotes;
  readonly archive: Retrieval;
  /** Whether an event is the person's. */
  readonly isErased: (id: EventId) => boolean;
};

/** Takes out of sessions what tells of a person, once their events are without it. */
export class SessionErasure {
  readonly #options: Options;
  readonly #rows: StoredRows;
  readonly #row;
  readonly #change;

  constructor(db: Connection, options: Options) {
    this.#options = options;
    this.#rows = storedRowsOf(db);
    this.#row = db.prepare(ROW);
    this.#change = db.prepare(CHANGE);
  }

  /** `erasedEvents`: how many of its events are the person's. One that others acted in keeps the id of their device. */
  write(id: number, erasedEvents: number): void {
    const { visitors, renamed, notes, archive, isErased } = this.#options;
    archive.takeSession(id);
    const row = this.#row.get(id) as Row | undefined;
    if (row === undefined) return;
    const isWhole = visitors.has(row.visitor ?? 0) || erasedEvents >= row.events;
    const first = markOf(row.first_ms, row.first_suffix);
    const { page: entryPage = row.entry_page } = this.#event(row, markOf(row.entry_ms, row.entry_suffix));
    const { page: exitPage = row.exit_page } = this.#event(row, markOf(row.exit_ms, row.exit_suffix));
    const { touch = row.touch, client = row.client } = this.#event(row, first);
    this.#change.run({
      id,
      entryPage,
      exitPage,
      touch,
      client,
      // One that no client named has the id of its first event.
      key: row.stitched === 0 && isWhole ? anonymousName() : row.key,
      user: row.user === null ? null : (renamed.get(row.user) ?? row.user),
      clickIds: first !== null && isErased(first) ? null : row.click_ids,
    });
    notes.session(id);
  }

  /** What a session has of one of its events. */
  #event(
    { project }: Row,
    mark: EventId | null,
  ): Partial<Pick<SessionState, 'touch' | 'client'> & { page: number | null }> {
    return (mark === null ? undefined : this.#rows.event(project, mark)) ?? {};
  }
}

function markOf(ms: number | null, suffix: string | null): EventId | null {
  return ms === null || suffix === null ? null : { ms, suffix };
}
