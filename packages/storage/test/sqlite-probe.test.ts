import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { eventStoresOfFile } from './event-stores.ts';

const { file, store } = eventStoresOfFile();

describe('a probe', () => {
  it('fails where no commit is possible, and works again after', async () => {
    const other = new Database(file);
    other.exec(
      `CREATE TRIGGER full BEFORE UPDATE ON probes BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
    );
    await expect(store.ledger.probe()).rejects.toThrow('database or disk is full');
    other.exec('DROP TRIGGER full');
    await store.ledger.probe();
    other.close();
  });

  it('is written, so that it meets what an event would meet', async () => {
    const count = () => {
      const db = new Database(file, { readonly: true });
      const found = db.prepare('SELECT count FROM probes').pluck().get() as number;
      db.close();
      return found;
    };
    const before = count();
    await store.ledger.probe();
    await store.ledger.probe();
    expect(count()).toBe(before + 2);
  });
});
