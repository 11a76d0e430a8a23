import { expect, it } from 'vitest';
import { openInMemory } from '../src/sqlite/open-database.ts';
import { plannedOnce } from '../src/sqlite/planned-once.ts';

it.each([
  ['a = ?', 'a = likely(?)'],
  ['a = :cup AND b IS :lid', 'a = likely(:cup) AND b IS likely(:lid)'],
  ['a = ? ORDER BY b LIMIT ?', 'a = likely(?) ORDER BY b LIMIT likely(?)'],
])('of %s the planner learns nothing of a parameter', (sql, planned) => {
  expect(plannedOnce(sql)).toBe(planned);
});

it.each(['a >= ?', 'a <= :most', 'a != ?', 'a IS NOT ?', 'a = b', 'VALUES (?, :cup)', 'a = 1 LIMIT 2'])(
  '%s stays as it is',
  (sql) => expect(plannedOnce(sql)).toBe(sql),
);

it('finds by an index what equals a parameter, as without it', () => {
  const db = openInMemory();
  db.exec('CREATE TABLE cups (name TEXT, price INTEGER, PRIMARY KEY (name, price)) STRICT, WITHOUT ROWID');
  db.exec("INSERT INTO cups VALUES ('blue', 3), ('blue', 1), ('green', 2)");
  const sql = 'SELECT price FROM cups WHERE name = :name AND price >= :least ORDER BY price LIMIT :most';
  const given = { name: 'blue', least: 1, most: 2 };
  expect(db.prepare(sql).pluck().all(given)).toEqual([1, 3]);
  const [{ detail }] = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(given) as [{ detail: string }];
  expect(detail).toBe('SEARCH cups USING PRIMARY KEY (name=? AND price>?)');
  db.close();
});
