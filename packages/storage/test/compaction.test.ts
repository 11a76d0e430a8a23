import { describe, expect, it, vi } from 'vitest';
import { Compaction } from '../src/sqlite/compaction/compaction.ts';
import type { Compacted } from '../src/sqlite/compaction/open-compaction-thread.ts';
import { createManualTimers } from './manual-timers.ts';

const SECOND = 1000;
const NOTHING: Compacted = {
  days: 0,
  isMoreToStore: false,
  rows: 0,
  daysLeft: 0,
  blocksLeft: 0,
  broken: [],
  expired: 0,
  isMoreToExpire: false,
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** One that was asked for before, unless it `isFresh`: it waits for nothing. */
function openCompaction({ isFresh = false } = {}) {
  const timers = createManualTimers();
  const under: PromiseWithResolvers<Compacted>[] = [];
  const compacted: string[] = [];
  const thread = {
    projects: vi.fn(async () => ['a', 'b']),
    withdraw: vi.fn(async () => {}),
    compact(project: string) {
      compacted.push(project);
      const work = Promise.withResolvers<Compacted>();
      under.push(work);
      return work.promise;
    },
    close: vi.fn(async () => under.at(-1)?.reject(new Error('The thread of the store has ended'))),
  };
  const noteCompacted = vi.fn();
  const warn = vi.fn();
  const compaction = new Compaction(thread, { timers, noteCompacted, warn });
  if (!isFresh) {
    compaction.request([]);
    timers.pass(SECOND);
  }
  async function finish(done: Partial<Compacted> = {}) {
    under.at(-1)?.resolve({ ...NOTHING, ...done });
    await settled();
  }
  async function fail(error: Error) {
    under.at(-1)?.reject(error);
    await settled();
  }
  return { compaction, timers, thread, compacted, noteCompacted, warn, finish, fail };
}

it('what is kept of a project is told with it', async () => {
  const asked: unknown[] = [];
  const thread = {
    projects: async () => [],
    withdraw: async () => {},
    async compact(...given: unknown[]) {
      asked.push(given);
      return NOTHING;
    },
    close: async () => {},
  };
  const keptFrom = async (project: string) => (project === 'a' ? 1000 : null);
  const timers = createManualTimers();
  const compaction = new Compaction(thread, { timers, keptFrom, noteCompacted: vi.fn(), warn: vi.fn() });
  compaction.request(['a', 'b']);
  timers.pass(SECOND);
  await settled();
  await compaction.close();
  expect(asked).toEqual([
    ['a', 1000],
    ['b', null],
  ]);
});

describe('compaction', () => {
  it('goes over the projects that were asked about, one at a time', async () => {
    const { compaction, compacted, noteCompacted, timers, finish } = openCompaction();
    compaction.request(['a']);
    compaction.request(['b']);
    compaction.request(['b']);
    expect(compacted).toEqual(['a']);
    await finish({ days: 3 });
    timers.pass(SECOND);
    expect(compacted).toEqual(['a', 'b']);
    await finish();
    expect(noteCompacted.mock.calls).toEqual([[{ ...NOTHING, days: 3 }]]);
  });

  it.each<[string, Partial<Compacted>]>([
    ['stored', { days: 1, isMoreToStore: true }],
    ['archived', { rows: 500, daysLeft: 2 }],
  ])('goes on with a project whose days are not all %s, after the others', async (_, done) => {
    const { compaction, compacted, timers, finish } = openCompaction();
    compaction.request(['a', 'b']);
    await finish(done);
    await finish();
    timers.pass(SECOND);
    expect(compacted).toEqual(['a', 'b', 'a']);
    await finish({ rows: 500 });
    timers.pass(SECOND);
    expect(compacted).toEqual(['a', 'b', 'a']);
  });

  it('rests after a pass for as long as it took, and a second at least', async () => {
    const { compaction, compacted, timers, finish } = openCompaction();
    compaction.request(['a']);
    await finish({ days: 1 });
    compaction.request(['a']);
    expect([compacted, timers.waits()[0]]).toEqual([['a'], SECOND]);
    timers.pass(SECOND);
    timers.pass(5 * SECOND);
    await finish();
    expect([compacted, timers.waits()[0]]).toEqual([['a', 'a'], 5 * SECOND]);
  });

  it('looks at a project that had nothing to do after ten seconds, however often it is asked about', async () => {
    const { compaction, compacted, timers, finish } = openCompaction();
    compaction.request(['a']);
    await finish();
    timers.pass(9 * SECOND);
    compaction.request(['a', 'b']);
    await finish();
    expect(compacted).toEqual(['a', 'b']);
    timers.pass(SECOND);
    compaction.request(['a']);
    expect(compacted).toEqual(['a', 'b', 'a']);
    await finish();
  });

  it('leaves a project that has nothing to do alone for longer each time, until it has something', async () => {
    const { compaction, compacted, timers, thread, finish } = openCompaction();
    thread.projects.mockResolvedValue([]);
    function isLookedAtAfter(seconds: number) {
      timers.pass(seconds * SECOND - 1);
      const before = compacted.length;
      compaction.request(['a']);
      const isEarly = compacted.length > before;
      timers.pass(1);
      compaction.request(['a']);
      return !isEarly && compacted.length > before;
    }
    compaction.request(['a']);
    for (const seconds of [10, 20, 40, 80, 160, 160]) {
      await finish();
      expect(isLookedAtAfter(seconds)).toBe(true);
    }
    const before = compacted.length;
    await finish({ rows: 1 });
    timers.pass(SECOND);
    compaction.request(['a']);
    expect(compacted.length).toBe(before + 1);
    await finish();
    expect(isLookedAtAfter(10)).toBe(true);
    await finish();
  });

  it('leaves the first second after the first request to questions, and no later one', async () => {
    const { compaction, compacted, timers, finish } = openCompaction({ isFresh: true });
    compaction.request(['a']);
    timers.pass(SECOND - 1);
    compaction.request(['b']);
    expect(compacted).toEqual([]);
    timers.pass(1);
    await finish();
    await finish();
    expect(compacted).toEqual(['a', 'b']);
    timers.pass(60 * SECOND);
    compaction.request(['a']);
    expect(compacted).toEqual(['a', 'b', 'a']);
    await finish();
  });

  it('looks through all projects a minute after the start, and then every hour', async () => {
    const { compacted, timers, thread, finish } = openCompaction({ isFresh: true });
    for (const seconds of [60, 3600, 3600]) {
      timers.pass((seconds - 1) * SECOND);
      expect(compacted).toEqual([]);
      timers.pass(SECOND);
      await settled();
      await finish();
      await finish();
      timers.pass(0);
      expect(compacted.splice(0)).toEqual(['a', 'b']);
    }
    thread.projects.mockRejectedValueOnce(new Error('malformed'));
    timers.pass(3600 * SECOND);
    await settled();
    expect(compacted).toEqual([]);
    timers.pass(3600 * SECOND);
    await settled();
    expect(compacted).toEqual(['a']);
    await finish();
  });

  it('tries again after a failure, later each time, and warns when failing begins', async () => {
    const { compaction, compacted, timers, warn, finish, fail } = openCompaction();
    const full = new Error('database or disk is full');
    compaction.request(['a']);
    for (const seconds of [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      await fail(full);
      expect(timers.waits()).toContain(seconds * SECOND);
      timers.pass(seconds * SECOND);
    }
    expect([compacted.length, warn.mock.calls]).toEqual([11, [[full]]]);
    await finish();
    compaction.request(['a']);
    timers.pass(SECOND);
    await fail(full);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('goes on with the other projects where one fails', async () => {
    const { compaction, compacted, timers, finish, fail } = openCompaction();
    compaction.request(['broken', 'fine']);
    await fail(new Error('malformed'));
    timers.pass(2 * SECOND);
    expect(compacted).toEqual(['broken', 'fine']);
    await finish();
    expect(compacted).toEqual(['broken', 'fine', 'broken']);
  });

  it('ends with its thread, without a word about what that was at', async () => {
    const { compaction, compacted, timers, thread, warn } = openCompaction();
    compaction.request(['a']);
    await compaction.close();
    compaction.request(['b']);
    timers.pass(7200 * SECOND);
    expect([compacted, warn.mock.calls, thread.close.mock.calls.length]).toEqual([['a'], [], 1]);
  });
});
