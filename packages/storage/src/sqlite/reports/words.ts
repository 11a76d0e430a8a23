import type { Connection } from '../open-database.ts';

/** The words of a session or event: each a column of a dictionary that gives the integer of a text. */
export type WordColumn =
  | `touches.${'channel' | 'source' | 'medium' | 'campaign' | 'term' | 'content' | 'referrer' | 'ad_platform'}`
  | 'touches.is_touch'
  | `clients.${'country' | 'region' | 'city' | 'language' | 'device' | 'browser' | 'os'}`
  | `pages.${'path' | 'hostname'}`;

/** Dictionaries as reports need them: what they say never changes, so that what was read once stays read. */
export type Words = {
  /** By the id of an entry, the integer of its text, 0 for none. Holds every entry that the transaction sees. */
  column(name: WordColumn): Uint32Array;
  text(id: number): string;
  /** 0 where no event has ever had the text. */
  idOf(text: string): number;
  /** By the id of a visitor there is room for this many. */
  visitors(): number;
  sessions(): number;
};

const REMEMBERED_TEXTS = 50_000;

export function createWords(db: Connection): Words {
  const columns = new Map<WordColumn, { ids: Uint32Array; upTo: number }>();
  const texts = new Map<number, string>();
  const text = db.prepare('SELECT value FROM strings WHERE id = ?').pluck();
  const idOf = db.prepare('SELECT id FROM strings WHERE value = ?').pluck();
  const lastVisitor = db.prepare('SELECT coalesce(max(id), 0) FROM visitors').pluck();
  const lastSession = db.prepare('SELECT coalesce(max(id), 0) FROM sessions').pluck();

  return {
    column(name) {
      const [table, column] = name.split('.') as [string, string];
      const known = columns.get(name) ?? { ids: new Uint32Array(1), upTo: 0 };
      const last = db.prepare(`SELECT coalesce(max(id), 0) FROM ${table}`).pluck().get() as number;
      if (last <= known.upTo) {
        columns.set(name, known);
        return known.ids;
      }
      // With room to grow, so that a new entry seldom copies all.
      const ids = last < known.ids.length ? known.ids : new Uint32Array(Math.ceil(last * 1.25) + 1);
      if (ids !== known.ids) ids.set(known.ids);
      const added = db.prepare(`SELECT id, ${column} FROM ${table} WHERE id > ?`).raw();
      for (const [id, word] of added.iterate(known.upTo) as Iterable<[number, number | null]>) {
        ids[id] = word ?? 0;
      }
      columns.set(name, { ids, upTo: last });
      return ids;
    },
    text(id) {
      const known = texts.get(id);
      if (known !== undefined) return known;
      if (texts.size >= REMEMBERED_TEXTS) texts.clear();
      const found = text.get(id) as string;
      texts.set(id, found);
      return found;
    },
    idOf: (word) => (idOf.get(word) as number | undefined) ?? 0,
    visitors: () => (lastVisitor.get() as number) + 1,
    sessions: () => (lastSession.get() as number) + 1,
  };
}
