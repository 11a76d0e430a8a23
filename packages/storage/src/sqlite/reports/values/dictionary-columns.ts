import { widened } from '../../days/widened.ts';
import type { Connection, Statement } from '../../open-database.ts';
import { withRoomToGrow } from '../../with-room-to-grow.ts';

/** A column of a dictionary: of each entry the integer of a text, or of an entry of another dictionary. */
export type DictionaryColumn =
  | `touches.${'channel' | 'source' | 'medium' | 'campaign' | 'term' | 'content' | 'referrer' | 'ad_platform'}`
  | `touches.${'is_touch' | 'campaign_id'}`
  | `clients.${'user_agent' | 'language' | 'place'}`
  | `user_agents.${'device' | 'browser' | 'os'}`
  | `places.${'country' | 'region' | 'city'}`
  | `pages.${'path' | 'hostname'}`;

/**
 * Integers in as many bytes as the largest of them needs: places and user agents, of which there are few, tell of
 * clients, of which there are many.
 */
export type DictionaryIds = Uint16Array | Uint32Array;

/** Its integers by the id of an entry, up to the last entry that was read. */
type Read = { readonly ids: DictionaryIds; readonly upTo: number };

const MOST_IN_TWO_BYTES = 0xffff;

const CACHED_TEXTS = 50_000;

/**
 * Entries as two lists of numbers, of so many at a time: to take one row after another from the driver takes three
 * times as long.
 */
const READ_AT_ONCE = 4_096;
const nextEntries = (table: string, column: string) => `
  SELECT json_group_array(id), json_group_array(coalesce(${column}, 0))
  FROM (SELECT id, ${column} FROM ${table} WHERE id > :upTo ORDER BY id LIMIT ${READ_AT_ONCE})`;

/** Dictionaries as reports need them: what they say never changes, so that what was read once stays read. */
export class DictionaryColumns {
  readonly #db: Connection;
  readonly #columns = new Map<DictionaryColumn, Read>();
  readonly #statements = new Map<string, Statement>();
  readonly #texts = new Map<number, string>();
  readonly #text: Statement;
  readonly #idOf: Statement;
  readonly #lastVisitor: Statement;
  readonly #lastText: Statement;

  constructor(db: Connection) {
    this.#db = db;
    this.#text = db.prepare('SELECT value FROM strings WHERE id = ?').pluck();
    this.#idOf = db.prepare('SELECT id FROM strings WHERE value = ?').pluck();
    this.#lastVisitor = db.prepare('SELECT coalesce(max(id), 0) FROM visitors').pluck();
    this.#lastText = db.prepare('SELECT coalesce(max(id), 0) FROM strings').pluck();
  }

  /** By the id of an entry, its integer, 0 for none. Holds every entry that the transaction sees. */
  column(name: DictionaryColumn): DictionaryIds {
    const [table, column] = name.split('.') as [string, string];
    const known = this.#columns.get(name) ?? { ids: new Uint16Array(1), upTo: 0 };
    const [last] = this.#prepared(`SELECT coalesce(max(id), 0) FROM ${table}`).get() as [number];
    if (last <= known.upTo) {
      this.#columns.set(name, known);
      return known.ids;
    }
    // With room to grow, so that a new entry seldom copies all.
    let ids = last < known.ids.length ? known.ids : widened(known.ids, withRoomToGrow(last + 1), 1);
    const added = this.#prepared(nextEntries(table, column));
    for (let upTo = known.upTo; upTo < last; ) {
      const lists = added.get({ upTo }) as [string, string];
      const [entries, values] = lists.map((list) => JSON.parse(list)) as [number[], number[]];
      ids = withRoomForEach(values, ids);
      for (let index = 0; index < entries.length; index += 1)
        ids[entries[index] as number] = values[index] as number;
      upTo = entries.at(-1) ?? last;
    }
    this.#columns.set(name, { ids, upTo: last });
    return ids;
  }

  /** Prepared once: the memory of a statement that is forgotten is only given back with the garbage of long ago. */
  #prepared(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(sql).raw();
    this.#statements.set(sql, statement);
    return statement;
  }

  text(id: number): string {
    const known = this.#texts.get(id);
    if (known !== undefined) return known;
    if (this.#texts.size >= CACHED_TEXTS) this.#texts.clear();
    const found = this.#text.get(id) as string;
    this.#texts.set(id, found);
    return found;
  }

  /** 0 where no event has ever had the text. */
  idOf(text: string): number {
    return (this.#idOf.get(text) as number | undefined) ?? 0;
  }

  /** By the id of a visitor there is room for this many. */
  visitors(): number {
    return (this.#lastVisitor.get() as number) + 1;
  }

  texts(): number {
    return (this.#lastText.get() as number) + 1;
  }
}

function withRoomForEach(values: readonly number[], ids: DictionaryIds): DictionaryIds {
  const doFit = ids instanceof Uint32Array || values.every((value) => value <= MOST_IN_TWO_BYTES);
  return doFit ? ids : Uint32Array.from(ids);
}
