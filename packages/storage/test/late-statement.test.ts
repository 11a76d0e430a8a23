import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { LateStatement } from '../src/sqlite/late-statement.ts';
import { openInMemory } from '../src/sqlite/open-database.ts';

/** Statements of a table of one row, and how many of them were prepared. */
function open() {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE cups (name TEXT, price INTEGER); INSERT INTO cups VALUES (1, 9007199254740993)');
  let prepared = 0;
  const statement = (sql: string) =>
    new LateStatement(db, () => {
      prepared += 1;
      return db.prepare(sql);
    });
  return { db, statement, prepared: () => prepared };
}

it('a statement is prepared when it is first used, and once', () => {
  const { statement, prepared } = open();
  const name = statement('SELECT name FROM cups').pluck();
  expect(prepared()).toBe(0);
  expect([name.get(), name.all(), ...name.iterate()]).toEqual(['1', ['1'], '1']);
  expect(prepared()).toBe(1);
});

it('a statement tells rows as it was asked to, before it is prepared and after', () => {
  const { statement } = open();
  const cups = statement('SELECT price, name FROM cups').raw().safeIntegers();
  expect(cups.get()).toEqual([9_007_199_254_740_993n, '1']);
  expect(cups.raw(false).safeIntegers(false).pluck().get()).toBe(9_007_199_254_740_992);
});

it('a statement binds what it is given, by position and by name', () => {
  const { statement } = open();
  expect(statement('INSERT INTO cups VALUES (?, ?)').run('blue', 3).changes).toBe(1);
  const cup = statement('SELECT name FROM cups WHERE price < :price').pluck();
  expect([cup.get({ price: 4 }), cup.get({ price: 1 })]).toEqual(['blue', undefined]);
});

it('a statement that cannot be prepared fails when it is used, and may succeed later', () => {
  const db = openInMemory();
  const cups = db.prepare('SELECT COUNT(*) FROM cups').pluck();
  expect(() => cups.get()).toThrow('no such table: cups');
  db.exec('CREATE TABLE cups (name TEXT)');
  expect(cups.get()).toBe(0);
});
