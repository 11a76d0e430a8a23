import type { Connection } from '../open-database.ts';
import { BOT } from '../row-codes.ts';
import { EMPTY_SESSION, SESSION_COLUMN_NAMES, type SessionState } from '../session-table.ts';
import { RecentMap } from './recent-map.ts';
import { addBot, addToSession, type SessionEvent } from './session-state.ts';

/**
 * Sessions by upsert. A session's row is read when a commit first touches it, kept in memory while the commit
 * lasts, and written once. It is never kept longer: another process may write as well.
 */
export type SessionLedger = {
  /** The row of the session that a client named. */
  idOf(project: number, key: string): number;
  create(project: number, key: string): number;
  /** True where the session is a bot's. */
  addBrowserEvent(session: number, event: SessionEvent): boolean;
  /** A backend's event belongs to the session and neither starts nor stretches it. */
  addServerEvent(session: number): void;
  addConversions(session: number, count: number): void;
  /** A backend's word that a bot acted. */
  addServerBot(session: number, event: SessionEvent): void;
  remove(session: number): void;
  flush(): void;
  /** To be called when a commit begins. */
  begin(): void;
  forget(): void;
};

type Born = { readonly project: number; readonly key: string; readonly stitched: 0 | 1 };
/** A session that this commit has touched; `born` with its name when the commit also made it. */
type Open = { readonly state: SessionState; readonly born: Born | null };

/** What backends add to a session that has a row: no more of it need be read. */
type Additions = { events: number; conversions: number };

const REMEMBERED_SESSIONS = 10_000;
const COLUMNS = SESSION_COLUMN_NAMES;

/** Values by place and not by name: the driver looks each name up. */
const valuesOf = (state: SessionState) => COLUMNS.map((column) => state[column]);

/** A session turned out to be a bot's; `isNew` where this commit made it. */
type Found = (session: number, isNew: boolean) => void;

export function createSessionLedger(db: Connection, found: Found): SessionLedger {
  const find = db.prepare('SELECT id FROM sessions WHERE project = ? AND key = ? AND stitched = 0').pluck();
  const lastId = db.prepare('SELECT coalesce(max(id), 0) FROM sessions').pluck();
  const insert = db.prepare(`
    INSERT INTO sessions (id, project, key, stitched, ${COLUMNS.join(', ')})
    VALUES (?, ?, ?, ?, ${COLUMNS.map(() => '?').join(', ')})`);
  const insertUnstarted = db.prepare(
    'INSERT INTO sessions (id, project, key, stitched, events, conversions) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const select = db.prepare(`SELECT ${COLUMNS.join(', ')} FROM sessions WHERE id = ?`);
  const update = db.prepare(
    `UPDATE sessions SET ${COLUMNS.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
  );
  const add = db.prepare(
    'UPDATE sessions SET events = events + ?, conversions = conversions + ? WHERE id = ?',
  );
  const deletion = db.prepare('DELETE FROM sessions WHERE id = ?');
  const remembered = new RecentMap<string, number>(REMEMBERED_SESSIONS);
  // Replaced, never cleared: a cleared map leads from its old table to its new one, so that tables which the collector
  // of garbage has moved among the old things keep each other, and all that was in them, for long.
  let open = new Map<number, Open>();
  let additions = new Map<number, Additions>();
  let nextId: number | null = null;

  function stateOf(session: number): SessionState {
    const known = open.get(session);
    if (known) return known.state;
    const state = select.get(session) as SessionState;
    open.set(session, { state, born: null });
    return state;
  }

  /** Rows are written when the commit ends, so ids are given here; the write lock keeps others from giving them. */
  function bear(project: number, key: string, stitched: 0 | 1): number {
    nextId ??= (lastId.get() as number) + 1;
    const id = nextId;
    nextId += 1;
    open.set(id, { state: { ...EMPTY_SESSION }, born: { project, key, stitched } });
    return id;
  }

  function addSums(session: number, events: number, conversions: number): void {
    const known = open.get(session);
    if (known) {
      known.state.events += events;
      known.state.conversions += conversions;
      return;
    }
    const sums = additions.get(session);
    if (sums) {
      sums.events += events;
      sums.conversions += conversions;
    } else additions.set(session, { events, conversions });
  }

  function tellOfBot(session: number, former: SessionState['bot']): void {
    if (former === BOT.none) found(session, open.get(session)?.born !== null);
  }

  function write(id: number, { project, key, stitched }: Born, state: SessionState): void {
    const isUnstarted = state.first_at === null && state.bot_at === null;
    if (isUnstarted) insertUnstarted.run(id, project, key, stitched, state.events, state.conversions);
    else insert.run(id, project, key, stitched, ...valuesOf(state));
  }

  function forgetOpen(): void {
    if (open.size > 0) open = new Map();
    if (additions.size > 0) additions = new Map();
  }

  return {
    idOf(project, key) {
      const name = `${project} ${key}`;
      const known = remembered.get(name);
      if (known !== undefined) return known;
      const id = (find.get(project, key) as number | undefined) ?? bear(project, key, 0);
      remembered.set(name, id);
      return id;
    },
    create: (project, key) => bear(project, key, 1),
    addBrowserEvent(session, event) {
      const state = stateOf(session);
      const former = state.bot;
      addToSession(state, event);
      if (event.bot !== BOT.none) tellOfBot(session, former);
      return state.bot !== BOT.none;
    },
    addServerEvent: (session) => addSums(session, 1, 0),
    addServerBot(session, event) {
      const state = stateOf(session);
      const former = state.bot;
      addBot(state, event);
      tellOfBot(session, former);
    },
    addConversions: (session, count) => addSums(session, 0, count),
    remove(session) {
      if (open.get(session)?.born == null) deletion.run(session);
      open.delete(session);
      additions.delete(session);
    },
    flush() {
      for (const [id, { state, born }] of open) {
        if (born) write(id, born, state);
        else update.run(...valuesOf(state), id);
      }
      for (const [id, { events, conversions }] of additions) add.run(events, conversions, id);
      forgetOpen();
    },
    begin() {
      nextId = null;
    },
    forget() {
      remembered.clear();
      forgetOpen();
    },
  };
}
