import { expect, it } from 'vitest';
import { isConnectionStuck } from '../src/connection-stuck.ts';
import { leftFree } from '../src/sqlite/left-free.ts';
import { openInMemory } from '../src/sqlite/open-database.ts';
import { rowsOf } from '../src/sqlite/rows-of.ts';

function openNumbers() {
  const db = openInMemory();
  db.exec('CREATE TABLE numbers (n INTEGER); INSERT INTO numbers VALUES (1), (2), (3)');
  return { db, numbers: db.prepare('SELECT n FROM numbers').pluck() };
}

/** A connection that reads rows can write nothing. */
const writeTo = ({ db }: ReturnType<typeof openNumbers>) => db.exec('INSERT INTO numbers VALUES (4)');

it('rows are read one by one', () => {
  expect([...rowsOf(openNumbers().numbers)]).toEqual([1, 2, 3]);
});

it('nothing is open before the first row is asked for', () => {
  const open = openNumbers();
  const rows = rowsOf(open.numbers);
  writeTo(open);
  expect([...rows]).toEqual([1, 2, 3, 4]);
});

it('a loop that ends early, or fails, leaves nothing open', () => {
  const open = openNumbers();
  for (const _ of rowsOf(open.numbers)) break;
  writeTo(open);
  expect(() => {
    for (const row of rowsOf(open.numbers)) throw new Error(`at ${row}`);
  }).toThrow('at 1');
  writeTo(open);
});

it('after a failure rows that somebody forgot are closed, and the transaction is undone', () => {
  const open = openNumbers();
  const { db, numbers } = open;
  const forget = db.transaction(() => {
    writeTo(open);
    rowsOf(numbers).next();
    throw new Error('between two rows');
  });
  expect(forget).toThrow('This database connection is busy');
  expect(() => leftFree(db, forget)).toThrow('This database connection is busy');
  expect(db.inTransaction).toBe(false);
  writeTo(open);
  expect([...rowsOf(numbers)]).toEqual([1, 2, 3, 4]);
});

it('a connection that cannot be freed is told apart, with what failed first', () => {
  const { db, numbers } = openNumbers();
  const fails = () =>
    leftFree(db, () => {
      numbers.iterate().next();
      throw new Error('a broken block');
    });
  expect(fails).toThrow('After "a broken block" the connection to the store can be used no more');
  expect(fails).toThrow(expect.toSatisfy(isConnectionStuck));
});
