import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { ControlChanges } from '../src/sqlite/control/changes.ts';
import type { Connection } from '../src/sqlite/open-database.ts';

afterEach(() => vi.useRealTimers());

it('a file that breaks while nobody asks ends no process', () => {
  vi.useFakeTimers();
  let isBroken = false;
  const read = () => {
    if (isBroken) throw new Error('database disk image is malformed');
    return 1;
  };
  const db = { prepare: () => ({ pluck: () => ({ get: read }) }) } as unknown as Connection;
  const changes = new ControlChanges(db, join(temporaryFolder(), 'control.db'));
  changes.onChange(() => {});
  isBroken = true;
  expect(() => vi.advanceTimersByTime(60_000)).not.toThrow();
  expect(() => changes.look(), 'who asks is told').toThrow('malformed');
  changes.close();
});
