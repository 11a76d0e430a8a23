import { type Changed, ChangeReader } from '../changes.ts';
import type { Connection, Statement } from '../open-database.ts';
import { TABLES_OF_CLIENTS, TOUCH_COLUMNS } from '../word-columns.ts';
import { anonymousName } from './anonymous-name.ts';
import { WORD } from './replaced-words.ts';
import type { ShortTransactions } from './short-transactions.ts';

type Entry = { readonly kind: number; readonly id: number };
type Uses = Readonly<Record<string, number | null>>;
type ByKind = Readonly<Record<number, Statement>>;
type Part = { readonly from: number; readonly until: number };

/** So many rows are looked through before others have their turn. */
const AT_ONCE = 20_000;
/** So often it is looked through anew where more has changed meanwhile than was noted. */
const MAX_ROUNDS = 3;

/** Columns of events that have the number of a text. */
const TEXTS_OF_EVENTS = ['type', 'user', 'title', 'referrer', 'sdk', 'currency'] as const;
const TOUCH_TEXTS = Object.values(TOUCH_COLUMNS);
/** Dictionaries whose entries are made of texts. */
const TEXTS_OF_ENTRIES = [
  ...['hostname', 'path'].map((column) => ({ table: 'pages', column, unused: 'unused_pages' })),
  ...TOUCH_TEXTS.map((column) => ({ table: 'touches', column, unused: 'unused_touches' })),
  ...Object.entries(TABLES_OF_CLIENTS).flatMap(([table, columns]) =>
    Object.values(columns).map((column) => ({ table, column, unused: null })),
  ),
  ...['category', 'name'].map((column) => ({ table: 'bot_verdicts', column, unused: null })),
];

const COLLECT = `
  CREATE TEMP TABLE IF NOT EXISTS unused_pages (id INTEGER PRIMARY KEY);
  CREATE TEMP TABLE IF NOT EXISTS unused_touches (id INTEGER PRIMARY KEY);
  CREATE TEMP TABLE IF NOT EXISTS unused_texts (id INTEGER PRIMARY KEY);
  DELETE FROM temp.unused_pages;
  DELETE FROM temp.unused_touches;
  DELETE FROM temp.unused_texts;
  INSERT INTO temp.unused_pages SELECT id FROM replaced_words WHERE kind = ${WORD.page};
  INSERT INTO temp.unused_touches SELECT id FROM replaced_words WHERE kind = ${WORD.touch};
  INSERT OR IGNORE INTO temp.unused_texts SELECT id FROM replaced_words WHERE kind = ${WORD.text};
  ${['hostname', 'path']
    .map(
      (column) => `INSERT OR IGNORE INTO temp.unused_texts
        SELECT ${column} FROM pages WHERE id IN temp.unused_pages AND ${column} IS NOT NULL;`,
    )
    .join('\n')}
  ${TOUCH_TEXTS.map(
    (column) => `INSERT OR IGNORE INTO temp.unused_texts
        SELECT ${column} FROM touches WHERE id IN temp.unused_touches;`,
  ).join('\n')}`;

const USES_OF_EVENTS = `
  SELECT page, touch, ${TEXTS_OF_EVENTS.join(', ')} FROM events
  WHERE (page IN temp.unused_pages OR touch IN temp.unused_touches
    OR ${TEXTS_OF_EVENTS.map((column) => `${column} IN temp.unused_texts`).join(' OR ')})`;
const USES_OF_SESSIONS = `
  SELECT entry_page, exit_page, touch, user FROM sessions
  WHERE id >= :from AND id < :until AND (entry_page IN temp.unused_pages OR exit_page IN temp.unused_pages
    OR touch IN temp.unused_touches OR user IN temp.unused_texts)`;
const DROP_TEXTS = TEXTS_OF_ENTRIES.map(
  ({ table, column, unused }) => `
  DELETE FROM temp.unused_texts WHERE id IN (
    SELECT ${column} FROM ${table} ${unused === null ? '' : `WHERE id NOT IN temp.${unused}`}
  );`,
).join('');

/** Erases entries of dictionaries that an erasure has replaced, and that nobody else uses. Their numbers are not given again. */
export class UnusedWords {
  readonly #db: Connection;
  readonly #transactions: ShortTransactions;

  constructor(db: Connection, transactions: ShortTransactions) {
    this.#db = db;
    this.#transactions = transactions;
  }

  /** Where others change more at a time than is noted, what is left is erased the next time. */
  async erase(): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) if (await this.#isErased()) return;
  }

  async #isErased(): Promise<boolean> {
    const replaced = this.#db.prepare('SELECT kind, id FROM replaced_words').all() as Entry[];
    if (replaced.length === 0) return true;
    const changes = new ChangeReader(this.#db);
    changes.next();
    this.#db.exec(COLLECT);
    const run = new Sweep(this.#db);
    for (const _ of run.lookThrough(AT_ONCE)) await this.#transactions.rest();
    const entries = [...run.unused(), ...replaced];
    let isKnown = true;
    await this.#transactions.each(entries, (entry) => {
      const changed = isKnown ? changes.next() : null;
      isKnown = changed !== null;
      if (changed === null) return;
      for (const one of changed) run.keepThoseOf(one);
      run.erase(entry);
    });
    return isKnown;
  }
}

/** One look through all rows, for entries that nobody uses. */
class Sweep {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(db: Connection) {
    this.#sql = prepare(db);
  }

  /** Keeps what is used, a part at a time: afterwards the temporary tables have what is not. */
  *lookThrough(atOnce: number): Iterable<void> {
    for (const project of this.#sql.projects.all() as number[]) {
      for (const part of this.#partsOf(project, atOnce)) {
        for (const uses of this.#sql.ofEvents.all({ project, ...part }) as Uses[]) this.#keep(uses);
        yield;
      }
    }
    const last = this.#sql.lastSession.get() as number;
    for (let from = 0; from <= last; from += atOnce) {
      for (const uses of this.#sql.ofSessions.all({ from, until: from + atOnce }) as Uses[]) this.#keep(uses);
      yield;
    }
    this.#sql.keepIdentified.run();
    this.#sql.keepTexts();
  }

  /** Keeps what changed events use. */
  keepThoseOf({ events }: Changed): void {
    for (const [project, ms, suffix] of events) {
      const uses = this.#sql.ofEvent.get(project, ms, suffix) as Uses | undefined;
      if (uses === undefined) continue;
      this.#keep(uses);
      for (const id of (this.#sql.textsOfPage.get(uses.page) ?? []) as number[]) this.#sql.keepText.run(id);
      for (const id of (this.#sql.textsOfTouch.get(uses.touch) ?? []) as number[]) this.#sql.keepText.run(id);
    }
  }

  unused(): Entry[] {
    return this.#sql.unused.all() as Entry[];
  }

  /** Erases an entry that is still unused, in the transaction of the caller, and is done with it. */
  erase({ kind, id }: Entry): void {
    if (this.#sql.isUnused[kind]?.get(id) !== undefined) {
      this.#sql.erase[kind]?.run(anonymousName(), id);
      this.#sql.forget.run();
    }
    this.#sql.done.run(kind, id);
  }

  *#partsOf(project: number, atOnce: number): Iterable<Part> {
    let from = -1;
    for (;;) {
      const until = this.#sql.next.get(project, from, atOnce) as number | undefined;
      yield { from, until: until ?? Number.MAX_SAFE_INTEGER };
      if (until === undefined) return;
      from = until;
    }
  }

  #keep(uses: Uses): void {
    for (const [column, id] of Object.entries(uses)) {
      if (id === null) continue;
      if (column === 'page' || column === 'entry_page' || column === 'exit_page') this.#sql.keepPage.run(id);
      else if (column === 'touch') this.#sql.keepTouch.run(id);
      else this.#sql.keepText.run(id);
    }
  }
}

function prepare(db: Connection) {
  const isUnused = (table: string) => db.prepare(`SELECT 1 FROM temp.${table} WHERE id = ?`);
  const keep = (table: string) => db.prepare(`DELETE FROM temp.${table} WHERE id = ?`);
  return {
    projects: db.prepare('SELECT id FROM projects').pluck(),
    next: db
      .prepare('SELECT ms FROM events WHERE project = ? AND ms > ? ORDER BY ms LIMIT 1 OFFSET ?')
      .pluck(),
    ofEvents: db.prepare(`${USES_OF_EVENTS} AND project = :project AND ms > :from AND ms <= :until`),
    ofEvent: db.prepare(
      `SELECT page, touch, ${TEXTS_OF_EVENTS.join(', ')} FROM events WHERE project = ? AND ms = ? AND suffix = ?`,
    ),
    lastSession: db.prepare('SELECT coalesce(max(id), 0) FROM sessions').pluck(),
    ofSessions: db.prepare(USES_OF_SESSIONS),
    keepIdentified: db.prepare(`
      DELETE FROM temp.unused_texts
      WHERE id IN (SELECT user FROM identifications WHERE user IN temp.unused_texts)`),
    keepTexts: () => db.exec(DROP_TEXTS),
    textsOfPage: db.prepare('SELECT hostname, path FROM pages WHERE id = ?').raw(),
    textsOfTouch: db.prepare(`SELECT ${TOUCH_TEXTS.join(', ')} FROM touches WHERE id = ?`).raw(),
    keepPage: keep('unused_pages'),
    keepTouch: keep('unused_touches'),
    keepText: keep('unused_texts'),
    unused: db.prepare(`
      SELECT ${WORD.page} AS kind, id FROM temp.unused_pages UNION ALL
      SELECT ${WORD.touch}, id FROM temp.unused_touches UNION ALL
      SELECT ${WORD.text}, id FROM temp.unused_texts`),
    isUnused: {
      [WORD.page]: isUnused('unused_pages'),
      [WORD.touch]: isUnused('unused_touches'),
      [WORD.text]: isUnused('unused_texts'),
    } as ByKind,
    erase: {
      [WORD.page]: db.prepare('UPDATE pages SET url = ?, hostname = NULL, path = NULL WHERE id = ?'),
      [WORD.text]: db.prepare('UPDATE strings SET value = ? WHERE id = ?'),
    } as ByKind,
    forget: db.prepare('UPDATE forgotten_words SET count = count + 1'),
    done: db.prepare('DELETE FROM replaced_words WHERE kind = ? AND id = ?'),
  };
}
