import type { Connection } from '../open-database.ts';
import { RecentMap } from './recent-map.ts';

type Definition<Entry> = {
  readonly table: string;
  /** The columns of an entry; the first `lookup` of them tell it apart. */
  readonly columns: readonly string[];
  readonly lookup?: number;
  /** Of the recent entries, how many ids are kept in memory. */
  readonly cached: number;
  /** The values of the columns. */
  values(key: string, entry: Entry): readonly (string | number | null)[];
};

/**
 * A table that gives every distinct text a small integer, and a bounded cache of the recent ones.
 * Visitors choose the texts, so the cache has a limit and the table is the truth.
 */
export class Dictionary<Entry> {
  readonly #definition: Definition<Entry>;
  readonly #insert;
  readonly #select;
  readonly #cache: RecentMap<string, number>;

  constructor(db: Connection, definition: Definition<Entry>) {
    const { table, columns, lookup = 1, cached } = definition;
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
    const { values, lookup = 1 } = this.#definition;
    const row = values(key, entry);
    const existing = this.#select.get(...row.slice(0, lookup)) as number | undefined;
    const id = existing ?? Number(this.#insert.run(...row).lastInsertRowid);
    this.#cache.set(key, id);
    return id;
  }
}
