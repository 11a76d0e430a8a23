import type { Bot, Client, Page, Touch, Visitor } from '../../event-record.ts';
import type { Connection } from '../open-database.ts';
import { visitorSourceCode } from '../row-codes.ts';
import { type VisitorKey, visitorKeyOf } from '../visitor-key.ts';
import { PLACE_COLUMNS, TOUCH_COLUMNS, USER_AGENT_COLUMNS } from '../word-columns.ts';

/** Between the parts of a key: no text that is stored can hold it. */
const SEPARATOR = '\0';

const USER_AGENT_FIELDS = Object.keys(USER_AGENT_COLUMNS) as (keyof typeof USER_AGENT_COLUMNS)[];
const PLACE_FIELDS = Object.keys(PLACE_COLUMNS) as (keyof typeof PLACE_COLUMNS)[];
const TOUCH_FIELDS = Object.keys(TOUCH_COLUMNS) as (keyof typeof TOUCH_COLUMNS)[];

type VisitorOfProject = { readonly project: number; readonly visitor: Visitor };

/** The dictionaries of the event store. All may write, so all are used inside the writer's transaction. */
export class Dictionaries {
  readonly #projects;
  readonly #strings;
  readonly #pages;
  readonly #visitors;
  readonly #userAgents;
  readonly #places;
  readonly #clients;
  readonly #touches;
  readonly #bots;
  // Many events share one object, and for those its words need not be put together again.
  #clientIds = new WeakMap<Client, number>();
  #touchIds = new WeakMap<Touch, number>();

  constructor(db: Connection) {
    const { text } = this;
    const [ofProject, ofText] = [{ columns: ['key'] }, { columns: ['value'] }];
    const values = (key: string) => [key];
    this.#projects = new Dictionary<null>(db, { table: 'projects', ...ofProject, cached: 1_000, values });
    this.#strings = new Dictionary<null>(db, { table: 'strings', ...ofText, cached: 10_000, values });
    this.#pages = new Dictionary<Page>(db, {
      ...{ table: 'pages', columns: ['url', 'hostname', 'path'], lookup: 1, cached: 5_000 },
      values: (url, { hostname, path }) => [url, text(hostname), text(path)],
    });
    this.#visitors = new Dictionary<VisitorOfProject>(db, {
      ...{ table: 'visitors', columns: ['project', 'key', 'source'], cached: 10_000 },
      values: (_, { project, visitor }) => [
        ...[project, visitorKeyOf(visitor.id)],
        visitorSourceCode(visitor.source),
      ],
    });
    this.#userAgents = new Dictionary<Client>(db, {
      ...{ table: 'user_agents', columns: Object.values(USER_AGENT_COLUMNS), cached: 5_000 },
      values: (_, client) => USER_AGENT_FIELDS.map((field) => text(client[field]) ?? 0),
    });
    this.#places = new Dictionary<Client>(db, {
      ...{ table: 'places', columns: Object.values(PLACE_COLUMNS), cached: 5_000 },
      values: (_, client) => PLACE_FIELDS.map((field) => text(client[field]) ?? 0),
    });
    this.#clients = new Dictionary<readonly number[]>(db, {
      ...{ table: 'clients', columns: ['user_agent', 'language', 'screen', 'place'], cached: 5_000 },
      values: (_, words) => words,
    });
    this.#touches = new Dictionary<Touch>(db, {
      ...{ table: 'touches', columns: ['is_touch', ...Object.values(TOUCH_COLUMNS)], cached: 5_000 },
      values: (_, touch) => [touch.isTouch ? 1 : 0, ...TOUCH_FIELDS.map((field) => text(touch[field]) ?? 0)],
    });
    this.#bots = new Dictionary<Bot>(db, {
      ...{
        table: 'bot_verdicts',
        columns: ['key', 'category', 'name', 'score', 'reasons'],
        lookup: 1,
        cached: 2_000,
      },
      values: (key, { category, name, score, reasons }) => [
        ...[key, text(category), text(name), score],
        JSON.stringify(reasons),
      ],
    });
  }

  project(key: string): number {
    return this.#projects.idOf(key, null);
  }

  /** The number of a text. It needs no `this`, since it is passed as a function. */
  readonly text = (value: string | null): number | null =>
    value === null ? null : this.#strings.idOf(value, null);

  page(page: Page | null): number | null {
    return page === null ? null : this.#pages.idOf(page.url, page);
  }

  visitor(project: number, visitor: Visitor | null): number | null {
    if (visitor === null) return null;
    return this.#visitors.idOf(`${project} ${visitor.source} ${visitor.id}`, { project, visitor });
  }

  client(client: Client): number {
    const known = this.#clientIds.get(client);
    if (known !== undefined) return known;
    const words = [
      this.#userAgents.idOf(keyOf(USER_AGENT_FIELDS.map((field) => client[field])), client),
      this.text(client.language) ?? 0,
      this.text(client.screen) ?? 0,
      this.#places.idOf(keyOf(PLACE_FIELDS.map((field) => client[field])), client),
    ];
    const id = this.#clients.idOf(words.join(' '), words);
    this.#clientIds.set(client, id);
    return id;
  }

  touch(touch: Touch | null): number | null {
    if (touch === null) return null;
    const known = this.#touchIds.get(touch);
    if (known !== undefined) return known;
    const words = TOUCH_FIELDS.map((field) => touch[field]);
    const id = this.#touches.idOf(`${touch.isTouch}${keyOf(words)}`, touch);
    this.#touchIds.set(touch, id);
    return id;
  }

  bot(bot: Bot | null): number | null {
    if (bot === null) return null;
    return this.#bots.idOf([bot.category, bot.name, bot.score, ...bot.reasons].join(SEPARATOR), bot);
  }

  /** To be called when a commit was rolled back. */
  clear(): void {
    this.#clientIds = new WeakMap();
    this.#touchIds = new WeakMap();
    this.#projects.clear();
    this.#strings.clear();
    this.#pages.clear();
    this.#visitors.clear();
    this.#userAgents.clear();
    this.#places.clear();
    this.#clients.clear();
    this.#touches.clear();
    this.#bots.clear();
  }
}

/** Words as one text. Which of them are missing leads, since an empty word joins to the same. */
function keyOf(words: readonly (string | null)[]): string {
  let missing = 0;
  for (const [index, word] of words.entries()) if (word === null) missing |= 1 << index;
  return `${missing}${SEPARATOR}${words.join(SEPARATOR)}`;
}

type Definition<Entry> = {
  readonly table: string;
  /** The columns of an entry. The first `lookup` of them tell it apart, or all. */
  readonly columns: readonly string[];
  readonly lookup?: number;
  /** Of the recent entries, how many ids are kept in memory. */
  readonly cached: number;
  /** The values of the columns. */
  values(key: string, entry: Entry): readonly (VisitorKey | number | null)[];
};

/**
 * A table that gives every distinct text a small integer, and a bounded cache of the recent ones.
 * Visitors choose the texts, so the cache has a limit and the table is the truth.
 */
class Dictionary<Entry> {
  readonly #definition: Definition<Entry>;
  readonly #insert;
  readonly #select;
  readonly #cache: RecentMap<string, number>;

  constructor(db: Connection, definition: Definition<Entry>) {
    const { table, columns, lookup = columns.length, cached } = definition;
    const places = columns.map(() => '?').join(', ');
    const isSame = columns.slice(0, lookup).map((column) => `${column} = ?`);
    this.#definition = definition;
    this.#insert = db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`);
    this.#select = db.prepare(`SELECT id FROM ${table} WHERE ${isSame.join(' AND ')}`).pluck();
    this.#cache = new RecentMap(cached);
  }

  idOf(key: string, entry: Entry): number {
    return this.#cache.get(key) ?? this.#find(key, entry);
  }

  /** After a rollback cached ids may not exist. */
  clear(): void {
    this.#cache.clear();
  }

  #find(key: string, entry: Entry): number {
    const { values, columns, lookup = columns.length } = this.#definition;
    const row = values(key, entry);
    const existing = this.#select.get(...row.slice(0, lookup)) as number | undefined;
    const id = existing ?? Number(this.#insert.run(...row).lastInsertRowid);
    this.#cache.set(key, id);
    return id;
  }
}

/**
 * A map that holds at most so many of the most recent entries. Two generations, of which the older is dropped whole:
 * a list of who was used last costs more to keep than the look-ups that it would save.
 */
export class RecentMap<Key, Value extends {}> {
  readonly #generation: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  constructor(max: number) {
    this.#generation = Math.ceil(max / 2);
  }

  get(key: Key): Value | undefined {
    const recent = this.#young.get(key);
    if (recent !== undefined) return recent;
    const known = this.#old.get(key);
    if (known !== undefined) this.set(key, known);
    return known;
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#generation && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
