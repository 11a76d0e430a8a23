import type { EventId } from '@cvq/contract';
import type { ChangeNotes } from '../changes.ts';
import type { Connection } from '../open-database.ts';
import { anonymousName } from './anonymous-name.ts';

type Row = {
  readonly stitched: 0 | 1;
  readonly events: number;
  readonly isOfVisitor: 0 | 1;
  readonly user: number | null;
  readonly firstMs: number | null;
  readonly firstSuffix: string | null;
};

const ROW = `
  SELECT stitched, events, coalesce(visitor IN temp.erased_visitors, 0) AS isOfVisitor, user,
    first_ms AS firstMs, first_suffix AS firstSuffix
  FROM sessions WHERE id = ?`;

/** What a session has of one of its events. */
const followed = (column: string, { of, by }: { readonly of: string; readonly by: string }) => `
    ${column} = coalesce((
      SELECT ${of} FROM events
      WHERE events.project = sessions.project AND ms = sessions.${by}_ms AND suffix = sessions.${by}_suffix
    ), ${column})`;
const FOLLOW = `
  UPDATE sessions SET user = :user, click_ids = iif(:isFirst, NULL, click_ids),
    ${followed('entry_page', { of: 'page', by: 'entry' })},
    ${followed('exit_page', { of: 'page', by: 'exit' })},
    ${followed('touch', { of: 'touch', by: 'first' })}
  WHERE id = :id`;

type Options = {
  readonly notes: ChangeNotes;
  readonly renamed: ReadonlyMap<number, number>;
  /** Whether an event is the person's. */
  readonly isErased: (id: EventId) => boolean;
};

/** Takes out of sessions what tells of a person, once their events are without it. */
export class SessionErasure {
  readonly #options: Options;
  readonly #row;
  readonly #follow;
  readonly #rename;

  constructor(db: Connection, options: Options) {
    this.#options = options;
    this.#row = db.prepare(ROW);
    this.#follow = db.prepare(FOLLOW);
    this.#rename = db.prepare('UPDATE sessions SET key = ? WHERE id = ?');
  }

  /** `erasedEvents`: how many of its events are the person's. One that others acted in keeps the id of their device. */
  write(id: number, erasedEvents: number): void {
    const row = this.#row.get(id) as Row | undefined;
    if (row === undefined) return;
    const { renamed, isErased, notes } = this.#options;
    const { stitched, events, isOfVisitor, user, firstMs: ms, firstSuffix: suffix } = row;
    const isFirst = ms !== null && suffix !== null && isErased({ ms, suffix });
    this.#follow.run({
      id,
      user: user === null ? null : (renamed.get(user) ?? user),
      isFirst: isFirst ? 1 : 0,
    });
    notes.session(id);
    // One that no client named has the id of its first event.
    if (stitched === 0 && (isOfVisitor === 1 || erasedEvents >= events))
      this.#rename.run(anonymousName(), id);
  }
}
