import type { Connection } from '../open-database.ts';
import { RecentMap } from './recent-map.ts';

/**
 * A table that gives every distinct text a small integer, and a bounded memory of the recent ones.
 * Visitors choose the texts, so the memory has a limit and the table is the truth.
 */
export type Dictionary<Entry> = {
  idOf(key: string, entry: Entry): number;
  /** Forget what was remembered: after a rollback its ids may not exist. */
  forget(): void;
};

type Definition<Entry> = {
  readonly insert: string;
  readonly select: string;
  readonly remember: number;
  /** Values of the insert; the first `lookup` of them are those of the select. */
  values(key: string, entry: Entry): readonly (string | number | null)[];
  readonly lookup: number;
};

export function createDictionary<Entry>(db: Connection, definition: Definition<Entry>): Dictionary<Entry> {
  const insert = db.prepare(definition.insert);
  const select = db.prepare(definition.select).pluck();
  const remembered = new RecentMap<string, number>(definition.remember);
  return {
    idOf(key, entry) {
      const known = remembered.get(key);
      if (known !== undefined) return known;
      const values = definition.values(key, entry);
      const existing = select.get(...values.slice(0, definition.lookup)) as number | undefined;
      const id = existing ?? Number(insert.run(...values).lastInsertRowid);
      remembered.set(key, id);
      return id;
    },
    forget: () => remembered.clear(),
  };
}
