import { ARCHIVED_EVENTS, ARCHIVED_SESSIONS } from '../archive/archived-tables.ts';
import { type BlockHead, Blocks } from '../archive/blocks.ts';
import { type StoredRows, storedRowsOf } from '../archive/stored-rows.ts';
import type { Changed } from '../changes.ts';
import type { Connection } from '../open-database.ts';
import { TABLES_OF_CLIENTS, TOUCH_COLUMNS } from '../word-columns.ts';
import { WORD } from './replaced-words.ts';

/** An entry of a dictionary: `kind` as `WORD` has it. */
export type ReplacedEntry = { readonly kind: WordKind; readonly id: number };
type WordKind = (typeof WORD)[keyof typeof WORD];
type Uses = Readonly<Record<string, unknown>>;
type Part = { readonly from: number; readonly until: number };

/** So many rows are looked through before others have their turn. */
const AT_ONCE = 20_000;

/** Columns of events that have the number of a text. */
const TEXTS_OF_EVENTS = ['type', 'user', 'title', 'referrer', 'sdk', 'currency'] as const;
const TOUCH_TEXTS = Object.values(TOUCH_COLUMNS);
/** Dictionaries whose entries are made of texts. */
const TEXTS_OF_ENTRIES = [
  ...['hostname', 'path'].map((column) => ({ table: 'pages', column, unused: 'unused_pages' })),
  ...TOUCH_TEXTS.map((column) => ({ table: 'touches', column, unused: 'unused_touches' })),
  ...Object.entries(TABLES_OF_CLIENTS).flatMap(([table, columns]) =>
    Object.values(columns).map((column) => ({
      table,
      column,
      unused: table === 'user_agents' ? 'unused_user_agents' : null,
    })),
  ),
  ...['category', 'name'].map((column) => ({ table: 'bot_verdicts', column, unused: null })),
];

const COLLECT = `
  CREATE TEMP TABLE IF NOT EXISTS unused_pages (id INTEGER PRIMARY KEY);
  CREATE TEMP TABLE IF NOT EXISTS unused_touches (id INTEGER PRIMARY KEY);
  CREATE TEMP TABLE IF NOT EXISTS unused_clients (id INTEGER PRIMARY KEY);
  CREATE TEMP TABLE IF NOT EXISTS unused_user_agents (id INTEGER PRIMARY KEY);
  CREATE TEMP TABLE IF NOT EXISTS unused_texts (id INTEGER PRIMARY KEY);
  DELETE FROM temp.unused_pages;
  DELETE FROM temp.unused_touches;
  DELETE FROM temp.unused_clients;
  DELETE FROM temp.unused_user_agents;
  DELETE FROM temp.unused_texts;
  INSERT INTO temp.unused_pages SELECT id FROM replaced_words WHERE kind = ${WORD.page};
  INSERT INTO temp.unused_touches SELECT id FROM replaced_words WHERE kind = ${WORD.touch};
  INSERT INTO temp.unused_clients SELECT id FROM replaced_words WHERE kind = ${WORD.client};
  INSERT OR IGNORE INTO temp.unused_user_agents
    SELECT user_agent FROM clients WHERE id IN temp.unused_clients;
  INSERT OR IGNORE INTO temp.unused_texts SELECT id FROM replaced_words WHERE kind = ${WORD.text};
  INSERT OR IGNORE INTO temp.unused_texts
    SELECT header FROM user_agents WHERE id IN temp.unused_user_agents AND header <> 0;
  ${['hostname', 'path']
    .map(
      (column) => `INSERT OR IGNORE INTO temp.unused_texts
        SELECT ${column} FROM pages WHERE id IN temp.unused_pages AND ${column} IS NOT NULL;`,
    )
    .join('\n')}
  ${TOUCH_TEXTS.map(
    (column) => `INSERT OR IGNORE INTO temp.unused_texts
        SELECT ${column} FROM touches WHERE id IN temp.unused_touches AND ${column} <> 0;`,
  ).join('\n')}`;

/** What of rows tells of entries. */
const COLUMNS = {
  events: ['page', 'touch', 'client', ...TEXTS_OF_EVENTS],
  sessions: ['entry_page', 'exit_page', 'touch', 'client', 'user'],
} as const;

const USES_OF_EVENTS = `
  SELECT ${COLUMNS.events.join(', ')} FROM events
  WHERE (page IN temp.unused_pages OR touch IN temp.unused_touches OR client IN temp.unused_clients
    OR ${TEXTS_OF_EVENTS.map((column) => `${column} IN temp.unused_texts`).join(' OR ')})`;
const USES_OF_SESSIONS = `
  SELECT ${COLUMNS.sessions.join(', ')} FROM sessions
  WHERE id >= :from AND id < :until AND (entry_page IN temp.unused_pages OR exit_page IN temp.unused_pages
    OR touch IN temp.unused_touches OR client IN temp.unused_clients OR user IN temp.unused_texts)`;
const DROP_USER_AGENTS = `
  DELETE FROM temp.unused_user_agents WHERE id IN (
    SELECT user_agent FROM clients WHERE id NOT IN temp.unused_clients
  );`;
const DROP_TEXTS = TEXTS_OF_ENTRIES.map(
  ({ table, column, unused }) => `
  DELETE FROM temp.unused_texts WHERE id IN (
    SELECT ${column} FROM ${table} ${unused === null ? '' : `WHERE id NOT IN temp.${unused}`}
  );`,
).join('');

/** Finds out which replaced entries of dictionaries are in use, by a look at all rows, archived or not. */
export class WordUses {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #rows: StoredRows;
  readonly #archived: readonly { readonly blocks: Blocks; readonly columns: readonly string[] }[];
  readonly #wanted: Readonly<Record<WordKind, ReadonlySet<number>>>;

  /** `db`: a connection that keeps temporary tables in memory. */
  constructor(db: Connection) {
    db.exec(COLLECT);
    this.#sql = prepare(db);
    this.#rows = storedRowsOf(db);
    this.#archived = [
      { blocks: new Blocks(db, ARCHIVED_EVENTS), columns: COLUMNS.events },
      { blocks: new Blocks(db, ARCHIVED_SESSIONS), columns: COLUMNS.sessions },
    ];
    const idsOf = (kind: WordKind) =>
      new Set(this.unused().flatMap((entry) => (entry.kind === kind ? entry.id : [])));
    this.#wanted = {
      [WORD.text]: idsOf(WORD.text),
      [WORD.page]: idsOf(WORD.page),
      [WORD.touch]: idsOf(WORD.touch),
      [WORD.client]: idsOf(WORD.client),
    };
  }

  /** A part at a time: afterwards it is known what is unused. */
  *lookThrough(): Iterable<void> {
    for (const project of this.#sql.projects.all() as number[]) {
      for (const part of this.#partsOf(project)) {
        for (const uses of this.#sql.ofEvents.all({ project, ...part }) as Uses[]) this.#keep(uses);
        yield;
      }
    }
    const last = this.#sql.lastSession.get() as number;
    for (let from = 0; from <= last; from += AT_ONCE) {
      for (const uses of this.#sql.ofSessions.all({ from, until: from + AT_ONCE }) as Uses[])
        this.#keep(uses);
      yield;
    }
    // What is archived meanwhile was met above.
    yield* this.#lookThroughBlocks();
    this.#sql.keepIdentified.run();
    this.#sql.keepTexts();
  }

  /** Those that nobody uses, with the texts that only these are made of. */
  unused(): ReplacedEntry[] {
    return this.#sql.unused.all() as ReplacedEntry[];
  }

  isUnused({ kind, id }: ReplacedEntry): boolean {
    return this.#sql.isUnused[kind].get(id) !== undefined;
  }

  /** Notes the words of events that have changed since. To be called within a transaction. */
  keepThoseOf({ events }: Changed): void {
    for (const [project, ms, suffix] of events) {
      const row = this.#rows.event(project, { ms, suffix });
      if (row === undefined) continue;
      for (const column of COLUMNS.events) this.#keepOne(column, row[column]);
      for (const id of (this.#sql.textsOfPage.get(row.page) ?? []) as number[]) this.#keepOne('text', id);
      for (const id of (this.#sql.textsOfTouch.get(row.touch) ?? []) as number[]) this.#keepOne('text', id);
      for (const id of (this.#sql.textsOfClient.get(row.client) ?? []) as number[]) this.#keepOne('text', id);
    }
  }

  *#lookThroughBlocks(): Iterable<void> {
    for (const project of this.#sql.projects.all() as number[])
      for (const { blocks, columns } of this.#archived)
        for (const block of blocks.from(project, 0)) {
          for (const column of columns) this.#keepColumn(column, { blocks, block });
          yield;
        }
  }

  #keepColumn(column: string, { blocks, block }: { blocks: Blocks; block: BlockHead }): void {
    const wanted = this.#wanted[kindOf(column)];
    const taken = blocks.taken(block);
    for (const [place, id] of blocks.column(block, column).entries())
      if (wanted.has(id as number) && !taken.has(place)) this.#keepOne(column, id);
  }

  *#partsOf(project: number): Iterable<Part> {
    let from = -1;
    for (;;) {
      const until = this.#sql.next.get(project, from, AT_ONCE) as number | undefined;
      yield { from, until: until ?? Number.MAX_SAFE_INTEGER };
      if (until === undefined) return;
      from = until;
    }
  }

  #keep(uses: Uses): void {
    for (const [column, id] of Object.entries(uses)) this.#keepOne(column, id);
  }

  #keepOne(column: string, id: unknown): void {
    if (id != null) this.#sql.keep[kindOf(column)].run(id);
  }
}

/** What a column has the numbers of. */
function kindOf(column: string): WordKind {
  if (column === 'touch') return WORD.touch;
  if (column === 'client') return WORD.client;
  return column === 'page' || column === 'entry_page' || column === 'exit_page' ? WORD.page : WORD.text;
}

function prepare(db: Connection) {
  const ofKinds = (sqlOf: (table: string) => string) => ({
    [WORD.text]: db.prepare(sqlOf('temp.unused_texts')),
    [WORD.page]: db.prepare(sqlOf('temp.unused_pages')),
    [WORD.touch]: db.prepare(sqlOf('temp.unused_touches')),
    [WORD.client]: db.prepare(sqlOf('temp.unused_clients')),
  });
  return {
    projects: db.prepare('SELECT id FROM projects').pluck(),
    next: db
      .prepare('SELECT ms FROM events WHERE project = ? AND ms > ? ORDER BY ms LIMIT 1 OFFSET ?')
      .pluck(),
    ofEvents: db.prepare(`${USES_OF_EVENTS} AND project = :project AND ms > :from AND ms <= :until`),
    lastSession: db.prepare('SELECT coalesce(max(id), 0) FROM sessions').pluck(),
    ofSessions: db.prepare(USES_OF_SESSIONS),
    keepIdentified: db.prepare(`
      DELETE FROM temp.unused_texts
      WHERE id IN (SELECT user FROM identifications WHERE user IN temp.unused_texts)`),
    keepTexts: () => db.exec(`${DROP_USER_AGENTS}${DROP_TEXTS}`),
    textsOfPage: db.prepare('SELECT hostname, path FROM pages WHERE id = ?').raw(),
    textsOfTouch: db.prepare(`SELECT ${TOUCH_TEXTS.join(', ')} FROM touches WHERE id = ?`).raw(),
    textsOfClient: db
      .prepare('SELECT header FROM user_agents WHERE id = (SELECT user_agent FROM clients WHERE id = ?)')
      .raw(),
    keep: ofKinds((table) => `DELETE FROM ${table} WHERE id = ?`),
    isUnused: ofKinds((table) => `SELECT 1 FROM ${table} WHERE id = ?`),
    unused: db.prepare(`
      SELECT ${WORD.page} AS kind, id FROM temp.unused_pages UNION ALL
      SELECT ${WORD.touch}, id FROM temp.unused_touches UNION ALL
      SELECT ${WORD.client}, id FROM temp.unused_clients UNION ALL
      SELECT ${WORD.text}, id FROM temp.unused_texts`),
  };
}
