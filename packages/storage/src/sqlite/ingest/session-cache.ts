import type { Connection } from '../open-database.ts';
import { BOT, type BotCode } from '../row-codes.ts';
import { EMPTY_SESSION, SESSION_COLUMN_NAMES, type SessionState } from '../session-table.ts';
import { RecentMap } from './dictionaries.ts';

/** A session that this commit made, by its name. */
type NewSession = { readonly project: number; readonly key: string; readonly stitched: 0 | 1 };
/** A session that this commit has touched; `made` where it also made it. */
type Touched = { readonly state: SessionState; readonly made: NewSession | null };
/** What backends add to a session that has a row: no more of it need be read. */
type Additions = { events: number; conversions: number };
/** A session turned out to be a bot's; `isNew` where this commit made it. */
type FoundBot = (session: number, isNew: boolean) => void;

const CACHED_IDS = 10_000;
const NAMES = SESSION_COLUMN_NAMES;

/** Values in the order of the statements' columns: the driver looks each name up. */
const valuesOf = (state: SessionState) => NAMES.map((name) => state[name]);

const INSERT = `
  INSERT INTO sessions (id, project, key, stitched, ${NAMES.join(', ')})
  VALUES (?, ?, ?, ?, ${NAMES.map(() => '?').join(', ')})`;
const INSERT_UNSTARTED =
  'INSERT INTO sessions (id, project, key, stitched, events, conversions) VALUES (?, ?, ?, ?, ?, ?)';
const UPDATE = `UPDATE sessions SET ${NAMES.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`;
const ADD = 'UPDATE sessions SET events = events + ?, conversions = conversions + ? WHERE id = ?';

/**
 * The sessions that a commit touches: the row of each is read when the commit first touches it, kept in memory while the
 * commit lasts, and written once. It is never kept longer, since another process may write as well.
 */
export class SessionCache {
  readonly #foundBot: FoundBot;
  readonly #find;
  readonly #lastId;
  readonly #insert;
  readonly #insertUnstarted;
  readonly #select;
  readonly #update;
  readonly #add;
  readonly #delete;
  readonly #ids = new RecentMap<string, number>(CACHED_IDS);
  // Replaced, never cleared: a cleared map leads from its old table to its new one, so that tables which the collector
  // of garbage has moved among the old things keep each other, and all that was in them, for long.
  #touched = new Map<number, Touched>();
  #additions = new Map<number, Additions>();
  #nextId: number | null = null;

  constructor(db: Connection, foundBot: FoundBot) {
    this.#foundBot = foundBot;
    this.#find = db.prepare('SELECT id FROM sessions WHERE project = ? AND key = ? AND stitched = 0').pluck();
    this.#lastId = db.prepare('SELECT coalesce(max(id), 0) FROM sessions').pluck();
    this.#insert = db.prepare(INSERT);
    this.#insertUnstarted = db.prepare(INSERT_UNSTARTED);
    this.#select = db.prepare(`SELECT ${NAMES.join(', ')} FROM sessions WHERE id = ?`);
    this.#update = db.prepare(UPDATE);
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
    const found = this.#find.get(project, key) as number | undefined;
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
    const state = this.#stateOf(session);
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

  addConversions(session: number, count: number): void {
    this.#addSums(session, 0, count);
  }

  remove(session: number): void {
    if (this.#touched.get(session)?.made == null) this.#delete.run(session);
    this.#touched.delete(session);
    this.#additions.delete(session);
  }

  /** Writes what the commit has changed so far. */
  flush(): void {
    for (const [id, { state, made }] of this.#touched) {
      if (made) this.#write(id, made, state);
      else this.#update.run(...valuesOf(state), id);
    }
    for (const [id, { events, conversions }] of this.#additions) this.#add.run(events, conversions, id);
    this.#clearTouched();
  }

  /** To be called when a commit was rolled back. */
  clear(): void {
    this.#ids.clear();
    this.#clearTouched();
  }

  #stateOf(session: number): SessionState {
    const known = this.#touched.get(session);
    if (known) return known.state;
    const state = this.#select.get(session) as SessionState;
    this.#touched.set(session, { state, made: null });
    return state;
  }

  /** Rows are written when the commit ends, so ids are given here; the write lock keeps others from giving them. */
  #make(made: NewSession): number {
    this.#nextId ??= (this.#lastId.get() as number) + 1;
    const id = this.#nextId;
    this.#nextId += 1;
    this.#touched.set(id, { state: { ...EMPTY_SESSION }, made });
    return id;
  }

  #addSums(session: number, events: number, conversions: number): void {
    const sums = this.#touched.get(session)?.state ?? this.#additions.get(session);
    if (sums) {
      sums.events += events;
      sums.conversions += conversions;
    } else this.#additions.set(session, { events, conversions });
  }

  #write(id: number, { project, key, stitched }: NewSession, state: SessionState): void {
    if (state.first_at === null)
      this.#insertUnstarted.run(id, project, key, stitched, state.events, state.conversions);
    else this.#insert.run(id, project, key, stitched, ...valuesOf(state));
  }

  #clearTouched(): void {
    if (this.#touched.size > 0) this.#touched = new Map();
    if (this.#additions.size > 0) this.#additions = new Map();
  }
}

/** A place in the order of events: by time, then by id, so that no two events share one. */
export type Mark = { readonly at: number; readonly ms: number; readonly suffix: string };

/** What a session takes from one browser event, with every text as its dictionary's integer. */
export type SessionEvent = Mark & {
  readonly isPageview: boolean;
  readonly visitor: number | null;
  readonly client: number;
  readonly touch: number | null;
  readonly isTouch: 0 | 1;
  readonly clickIds: string | null;
  readonly page: number | null;
  readonly bot: BotCode;
  readonly botVerdict: number | null;
};

/**
 * Add a browser event to a session. What a session is (client, touch) comes from its earliest event, its visitor
 * from the earliest that names one, and where it began and ended from its earliest and latest page view,
 * whatever the order of arrival.
 */
function addToSession(state: SessionState, event: SessionEvent): void {
  state.events += 1;
  if (isBefore(event, markOf(state.first_at, state.first_ms, state.first_suffix))) {
    state.first_at = event.at;
    state.first_ms = event.ms;
    state.first_suffix = event.suffix;
    state.client = event.client;
    state.touch = event.touch;
    state.is_touch = event.isTouch;
    state.click_ids = event.clickIds;
  }
  if (event.visitor !== null) nameVisitor(state, event, event.visitor);
  if (state.last_at === null || event.at > state.last_at) state.last_at = event.at;
  if (event.isPageview) addPageview(state, event);
  if (event.bot !== BOT.none) addBot(state, event);
}

/**
 * One bot's event of a browser is proof against its whole session. It is named by the earliest verdict on it, whatever the order
 * of arrival.
 */
function addBot(state: SessionState, event: SessionEvent): void {
  if (event.bot > state.bot) state.bot = event.bot;
  if (!isBefore(event, markOf(state.bot_at, state.bot_ms, state.bot_suffix))) return;
  state.bot_verdict = event.botVerdict;
  state.bot_at = event.at;
  state.bot_ms = event.ms;
  state.bot_suffix = event.suffix;
}

function nameVisitor(state: SessionState, event: SessionEvent, visitor: number): void {
  if (!isBefore(event, markOf(state.visitor_at, state.visitor_ms, state.visitor_suffix))) return;
  state.visitor = visitor;
  state.visitor_at = event.at;
  state.visitor_ms = event.ms;
  state.visitor_suffix = event.suffix;
}

function addPageview(state: SessionState, event: SessionEvent): void {
  state.pageviews += 1;
  if (isBefore(event, markOf(state.entry_at, state.entry_ms, state.entry_suffix))) {
    state.entry_page = event.page;
    state.entry_at = event.at;
    state.entry_ms = event.ms;
    state.entry_suffix = event.suffix;
  }
  const exit = markOf(state.exit_at, state.exit_ms, state.exit_suffix);
  if (exit === null || isBefore(exit, event)) {
    state.exit_page = event.page;
    state.exit_at = event.at;
    state.exit_ms = event.ms;
    state.exit_suffix = event.suffix;
  }
}

function markOf(at: number | null, ms: number | null, suffix: string | null): Mark | null {
  return at === null ? null : { at, ms: ms as number, suffix: suffix as string };
}

/** True when `mark` comes before `other`, or when there is no other. */
export function isBefore(mark: Mark, other: Mark | null): boolean {
  if (other === null) return true;
  if (mark.at !== other.at) return mark.at < other.at;
  if (mark.ms !== other.ms) return mark.ms < other.ms;
  return mark.suffix < other.suffix;
}
