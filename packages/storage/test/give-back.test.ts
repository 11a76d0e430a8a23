import { expect, it } from 'vitest';
import { giveBack } from '../src/sqlite/give-back.ts';
import { openInMemory } from '../src/sqlite/open-database.ts';

it('gives the memory of a value that the driver has read back', () => {
  const db = openInMemory();
  const value = db.prepare('SELECT randomblob(5000)').pluck().get() as Uint8Array;
  expect(value.byteLength).toBe(5000);
  giveBack(value);
  expect(value.byteLength).toBe(0);
  expect(value.buffer.byteLength).toBe(0);
  db.close();
});

it('leaves a value that lies in a buffer with others as it is', () => {
  const all = Uint8Array.of(1, 2, 3);
  giveBack(all.subarray(0, 2));
  expect([...all]).toEqual([1, 2, 3]);
  const shared = new Uint8Array(new SharedArrayBuffer(3)).fill(7);
  giveBack(shared);
  expect([...shared]).toEqual([7, 7, 7]);
});
