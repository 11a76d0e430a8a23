import type { Retrieval } from '../archive/retrieval.ts';
import type { ChangeNotes } from '../changes.ts';
import type { Connection, Statement } from '../open-database.ts';
import { BOT } from '../row-codes.ts';
import { EMPTY_SESSION, SESSION_COLUMN_NAMES, type SessionState } from '../session-table.ts';
import { RecentMap } from './dictionaries.ts';
import { addToSession, isBefore, type Mark, nameUser, type SessionEvent } from './session-state.ts';

/** A session that this commit made, by its name. */
type NewSession = { readonly project: number; readonly key: string; readonly stitched: 0 | 1 };
/** A session that this commit has touched; `made` where it also made it, else whose it was. */
type Touched = {
  readonly state: SessionState;
  readonly made: NewSession | null;
  formerVisitor: number | null;
  hasNewUser: boolean;
};
/** Who a backend says the user of a session is. */
type Naming = { readonly mark: Mark; readonly user: number };
/** What backends add to a session that has a row: no more of it need be read. */
type Additions = { events: number; conversions: number; naming: Naming | null };
type Columns = readonly (keyof SessionState)[];
type Insert = { readonly names: Columns; readonly statement: Statement };
/** A session turned out to be a bot's; `isNew` where this commit made it. */
type FoundBot = (session: number, isNew: boolean) => void;
type ChangedVisitor = (session: number, visitor: number) => void;
type Told = {
  readonly foundBot: FoundBot;
  readonly changedVisitor: ChangedVisitor;
  readonly notes: Pick<ChangeNotes, 'session'>;
  readonly archive: Pick<Retrieval, 'sessionNamed' | 'takeSession'>;
};

const CACHED_IDS = 10_000;
/** What backends alone tell of a session: sums, and maybe a user. */
const SUMS = ['events', 'conversions'] as const;
const USER = ['user', 'user_at', 'user_ms', 'user_suffix'] as const;
const NAMES = SESSION_COLUMN_NAMES.filter((name) => !USER.some((column) => column === name));

/**
 * To hand a null over costs as much as to store a value: a session is inserted with what it has, by a statement for each
 * of these, the first two before a browser has been seen in it, and every second one with a user.
 */
const INSERTED: readonly Columns[] = [SUMS, [...SUMS, ...USER], NAMES, [...NAMES, ...USER]];

/** Values in the order of a statement's columns: the driver looks each name up. */
const valuesOf = (state: SessionState, names: Columns) => names.map((name) => state[name]);

const insertOf = (names: readonly string[]) => `
  INSERT INTO sessions (id, project, key, stitched, ${names.join(', ')})
  VALUES (?, ?, ?, ?, ${names.map(() => '?').join(', ')})`;
const UPDATE = `UPDATE sessions SET ${NAMES.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`;
const SET_USER = `UPDATE sessions SET ${USER.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`;
const NAME_USER = `
  UPDATE sessions SET ${USER.map((name) => `${name} = ?`).join(', ')}
  WHERE id = ? AND (user_at IS NULL OR (user_at, user_ms, user_suffix) > (?, ?, ?))`;
/** Ids of archived sessions are not given again. */
const LAST_ID = `
  SELECT max(coalesce((SELECT max(id) FROM sessions), 0), coalesce((SELECT max(id) FROM archived_sessions), 0))`;
const ADD = 'UPDATE sessions SET events = events + ?, conversions = conversions + ? WHERE id = ?';

/**
 * The sessions that a commit touches: the row of each is read when the commit first touches it, kept in memory while the
 * commit lasts, and written once. It is never kept longer, since another process may write as well.
 */
export class SessionCache {
  readonly #foundBot: FoundBot;
  readonly #changedVisitor: ChangedVisitor;
  readonly #notes: Told['notes'];
  readonly #archive: Told['archive'];
  readonly #find;
  readonly #lastId;
  readonly #inserts: readonly Insert[];
  readonly #select;
  readonly #update;
  readonly #setUser;
  readonly #nameUser;
  readonly #add;
  readonly #delete;
  readonly #ids = new RecentMap<string, number>(CACHED_IDS);
  // Replaced, never cleared: a cleared map leads from its old table to its new one, so that tables which the collector
  // of garbage has moved among the old things keep each other, and all that was in them, for long.
  #touched = new Map<number, Touched>();
  #additions = new Map<number, Additions>();
  #nextId: number | null = null;

  constructor(db: Connection, { foundBot, changedVisitor, notes, archive }: Told) {
    this.#foundBot = foundBot;
    this.#changedVisitor = changedVisitor;
    this.#notes = notes;
    this.#archive = archive;
    this.#find = db.prepare('SELECT id FROM sessions WHERE project = ? AND key = ? AND stitched = 0').pluck();
    this.#inserts = INSERTED.map((names) => ({ names, statement: db.prepare(insertOf(names)) }));
    this.#lastId = db.prepare(LAST_ID).pluck();
    this.#select = db.prepare(`SELECT ${SESSION_COLUMN_NAMES.join(', ')} FROM sessions WHERE id = ?`);
    this.#update = db.prepare(UPDATE);
    this.#setUser = db.prepare(SET_USER);
    this.#nameUser = db.prepare(NAME_USER);
    this.#add = db.prepare(ADD);
    this.#delete = db.prepare('DELETE FROM sessions WHERE id = ?');
  }

  /** To be called when a commit begins. */
  begin(): void {
    this.#nextId = null;
  }

  /** The row of the session that a client named. */
  idOf(project: number, key: string): number {
    const name = `${project} ${key}`;
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const found =
      (this.#find.get(project, key) as number | undefined) ?? this.#archive.sessionNamed(project, key);
    const id = found ?? this.#make({ project, key, stitched: 0 });
    this.#ids.set(name, id);
    return id;
  }

  /** A session that no client named. */
  create(project: number, key: string): number {
    return this.#make({ project, key, stitched: 1 });
  }

  /** True where the session is a bot's. */
  addBrowserEvent(session: number, event: SessionEvent): boolean {
    const { state } = this.#touchedOf(session);
    const former = state.bot;
    addToSession(state, event);
    const isBots = state.bot !== BOT.none;
    if (isBots && former === BOT.none) this.#foundBot(session, this.#touched.get(session)?.made !== null);
    return isBots;
  }

  /** A backend's event belongs to the session. It neither starts nor stretches it, nor makes it a bot's. */
  addServerEvent(session: number): void {
    this.#addSums(session, 1, 0);
  }

  /** An event names the user of a session. It may be no part of it, as an update of user data is none. */
  nameUser(session: number, mark: Mark, user: number): void {
    const touched = this.#touched.get(session);
    if (touched === undefined) {
      const additions = this.#additionsTo(session);
      if (isBefore(mark, additions.naming?.mark ?? null)) additions.naming = { mark, user };
    } else if (nameUser(touched.state, mark, user)) touched.hasNewUser = true;
  }

  addConversions(session: number, count: number): void {
    this.#addSums(session, 0, count);
  }

  remove(session: number): void {
    if (this.#touched.get(session)?.made == null) {
      this.#archive.takeSession(session);
      this.#delete.run(session);
    }
    this.#notes.session(session);
    this.#touched.delete(session);
    this.#additions.delete(session);
  }

  /** Writes what the commit has changed so far. */
  flush(): void {
    for (const [id, { state, made, formerVisitor, hasNewUser }] of this.#touched) {
      this.#notes.session(id);
      if (made) this.#write(id, made, state);
      else this.#update.run(...valuesOf(state, NAMES), id);
      if (hasNewUser && !made) this.#setUser.run(...valuesOf(state, USER), id);
      if (!made && state.visitor !== null && state.visitor !== formerVisitor)
        this.#changedVisitor(id, state.visitor);
    }
    for (const [id, { events, conversions, naming }] of this.#additions) {
      this.#notes.session(id);
      if (this.#add.run(events, conversions, id).changes === 0 && this.#archive.takeSession(id))
        this.#add.run(events, conversions, id);
      if (naming !== null) this.#nameEarliest(id, naming);
    }
    this.#clearTouched();
  }

  /** To be called when a commit was rolled back. */
  clear(): void {
    this.#ids.clear();
    this.#clearTouched();
  }

  #touchedOf(session: number): Touched {
    const known = this.#touched.get(session);
    if (known) return known;
    const state = this.#rowOf(session);
    const touched = { state, made: null, formerVisitor: state.visitor, hasNewUser: false };
    this.#touched.set(session, touched);
    return touched;
  }

  #rowOf(session: number): SessionState {
    const row = this.#select.get(session) as SessionState | undefined;
    if (row !== undefined) return row;
    this.#archive.takeSession(session);
    return this.#select.get(session) as SessionState;
  }

  /** Rows are written when the commit ends, so ids are given here; the write lock keeps others from giving them. */
  #make(made: NewSession): number {
    this.#nextId ??= (this.#lastId.get() as number) + 1;
    const id = this.#nextId;
    this.#nextId += 1;
    this.#touched.set(id, { state: { ...EMPTY_SESSION }, made, formerVisitor: null, hasNewUser: false });
    return id;
  }

  #addSums(session: number, events: number, conversions: number): void {
    const sums = this.#touched.get(session)?.state ?? this.#additionsTo(session);
    sums.events += events;
    sums.conversions += conversions;
  }

  #additionsTo(session: number): Additions {
    const known = this.#additions.get(session);
    if (known) return known;
    const additions = { events: 0, conversions: 0, naming: null };
    this.#additions.set(session, additions);
    return additions;
  }

  /** Unless an earlier event has named the user already. */
  #nameEarliest(id: number, { mark: { at, ms, suffix }, user }: Naming): void {
    this.#nameUser.run(user, at, ms, suffix, id, at, ms, suffix);
  }

  #write(id: number, { project, key, stitched }: NewSession, state: SessionState): void {
    const place = (state.first_at === null ? 0 : 2) + (state.user === null ? 0 : 1);
    const { names, statement } = this.#inserts[place] as Insert;
    statement.run(id, project, key, stitched, ...valuesOf(state, names));
  }

  #clearTouched(): void {
    if (this.#touched.size > 0) this.#touched = new Map();
    if (this.#additions.size > 0) this.#additions = new Map();
  }
}
