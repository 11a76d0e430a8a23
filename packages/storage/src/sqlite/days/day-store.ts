import { DAY_MS } from '@cvq/contract/constants';
import type { Connection } from '../open-database.ts';
import type { PackedDay } from './pack-day.ts';
import { KINDS, SLOTS } from './stored-days.ts';

/** A day as it is stored, with what it comes to by kind of roll-up. */
type RolledDay = PackedDay & { readonly rollups: readonly (readonly [kind: number, body: Uint8Array])[] };

/**
 * Stores days. A day is first claimed, in a transaction of a moment, from which on the triggers delete the claim with
 * the first change; then its rows are read; and it is stored only if the claim still stands. So what is stored is what
 * the rows say, and the writer never waits for the reading.
 */
export class DayStore {
  /** The number to store the day by; null where it is stored, or claimed by another. */
  readonly claim: (project: number, start: number) => number | null;
  /** False where the claim is no more. */
  readonly store: (id: number, day: RolledDay) => boolean;
  /** Deletes a day, whose rows are read from then on. */
  readonly withdraw: (id: number) => void;
  /** The same of all days of the project that a day is of. */
  readonly withdrawProjectOf: (id: number) => void;
  readonly #withdrawn;
  readonly #drop: (id: number) => void;

  constructor(db: Connection) {
    this.claim = claimIn(db);
    this.store = storeIn(db);
    this.#withdrawn = db.prepare('SELECT id FROM withdrawn_days LIMIT 1').pluck();
    this.#drop = dropIn(db);
    const withdraw = db.prepare('DELETE FROM days WHERE id = ?');
    this.withdraw = (id) => void withdraw.run(id);
    const withdrawAll = db.prepare(
      'DELETE FROM days WHERE project = (SELECT project FROM days WHERE id = ?)',
    );
    this.withdrawProjectOf = (id) => void withdrawAll.run(id);
  }

  /** Deletes the columns of days that are no more: the writer, in whose transaction they ended, does not wait for it. */
  dropWithdrawn(): void {
    while (this.dropOneWithdrawn());
  }

  /** As `dropWithdrawn`, for one of them; false where there is none. */
  dropOneWithdrawn(): boolean {
    const id = this.#withdrawn.get() as number | undefined;
    if (id === undefined) return false;
    this.#drop(id);
    return true;
  }
}

function claimIn(db: Connection): DayStore['claim'] {
  const forget = db.prepare('DELETE FROM days WHERE project = ? AND start = ? AND events IS NULL');
  const claim = db.prepare('INSERT INTO days (project, start) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const watch = db.prepare('UPDATE watched SET stored_before = max(stored_before, ?)');
  return db.transaction((project: number, start: number): number | null => {
    forget.run(project, start);
    const { changes, lastInsertRowid } = claim.run(project, start);
    if (changes === 0) return null;
    watch.run(start + DAY_MS);
    return Number(lastInsertRowid);
  }).immediate;
}

function storeIn(db: Connection): DayStore['store'] {
  const finish = db.prepare(`
    UPDATE days SET events = :events, sales = :sales, sessions = :sessions, identities = :identities WHERE id = :id`);
  const column = db.prepare('INSERT INTO day_columns (id, body) VALUES (?, ?)');
  const property = db.prepare('INSERT INTO day_properties (day, name, body) VALUES (?, ?, ?)');
  const session = db.prepare('INSERT INTO day_sessions (session, day) VALUES (?, ?)');
  const rollup = db.prepare('INSERT INTO day_rollups (id, body) VALUES (?, ?)');
  return db.transaction(
    (id: number, { counts, columns, properties, others, rollups }: RolledDay): boolean => {
      if (finish.run({ ...counts, id }).changes === 0) return false;
      for (const [slot, body] of columns) column.run(id * SLOTS + slot, body);
      for (const [name, body] of properties) property.run(id, name, body);
      for (const other of others) session.run(other, id);
      for (const [kind, body] of rollups) rollup.run(id * KINDS + kind, body);
      return true;
    },
  ).immediate;
}

function dropIn(db: Connection): (id: number) => void {
  const columns = db.prepare('DELETE FROM day_columns WHERE id >= ? AND id < ?');
  const properties = db.prepare('DELETE FROM day_properties WHERE day = ?');
  const rollups = db.prepare('DELETE FROM day_rollups WHERE id >= ? AND id < ?');
  const done = db.prepare('DELETE FROM withdrawn_days WHERE id = ?');
  return db.transaction((id: number) => {
    columns.run(id * SLOTS, (id + 1) * SLOTS);
    properties.run(id);
    rollups.run(id * KINDS, (id + 1) * KINDS);
    done.run(id);
  }).immediate;
}
