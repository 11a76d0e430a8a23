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
  const projects = vi.fn(async () => ['a', 'b']);
  const isAllCompacted = vi.fn(async () => false);
  const thread = {
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
  const compaction = new Compaction(thread, { timers, projects, isAllCompacted, noteCompacted, warn });
  if (!isFresh) {
    compaction.request([]);
    timers.pass(SECOND);
  }
  async function request(asked: readonly string[]) {
    compaction.request(asked);
    await settled();
  }
  async function pass(ms: number) {
    timers.pass(ms);
    await settled();
  }
  async function finish(done: Partial<Compacted> = {}) {
    under.at(-1)?.resolve({ ...NOTHING, ...done });
    await settled();
  }
  async function fail(error: Error) {
    under.at(-1)?.reject(error);
    await settled();
  }
  return {
    ...{ compaction, timers, projects, isAllCompacted, thread, compacted, noteCompacted, warn },
    ...{ request, pass, finish, fail },
  };
}

it('what is kept of a project is told with it', async () => {
  const asked: unknown[] = [];
  const projects = async () => [];
  const isAllCompacted = async () => false;
  const thread = {
    withdraw: async () => {},
    async compact(...given: unknown[]) {
      asked.push(given);
      return NOTHING;
    },
    close: async () => {},
  };
  const keptFrom = async (project: string) => (project === 'a' ? 1000 : null);
  const timers = createManualTimers();
  const heard = { noteCompacted: vi.fn(), warn: vi.fn() };
  const compaction = new Compaction(thread, { timers, projects, isAllCompacted, keptFrom, ...heard });
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
    const { compacted, noteCompacted, finish, request, pass } = openCompaction();
    await request(['a']);
    await request(['b']);
    await request(['b']);
    expect(compacted).toEqual(['a']);
    await finish({ days: 3 });
    await pass(SECOND);
    expect(compacted).toEqual(['a', 'b']);
    await finish();
    expect(noteCompacted.mock.calls).toEqual([[{ ...NOTHING, days: 3 }]]);
  });

  it.each<[string, Partial<Compacted>]>([
    ['stored', { days: 1, isMoreToStore: true }],
    ['archived', { rows: 500, daysLeft: 2 }],
  ])('goes on with a project whose days are not all %s, after the others', async (_, done) => {
    const { compacted, finish, request, pass } = openCompaction();
    await request(['a', 'b']);
    await finish(done);
    await finish();
    await pass(SECOND);
    expect(compacted).toEqual(['a', 'b', 'a']);
    await finish({ rows: 500 });
    await pass(SECOND);
    expect(compacted).toEqual(['a', 'b', 'a']);
  });

  it('rests after a pass for as long as it took, and a second at least', async () => {
    const { timers, compacted, finish, request, pass } = openCompaction();
    await request(['a']);
    await finish({ days: 1 });
    await request(['a']);
    expect([compacted, timers.waits()[0]]).toEqual([['a'], SECOND]);
    await pass(SECOND);
    await pass(5 * SECOND);
    await finish();
    expect([compacted, timers.waits()[0]]).toEqual([['a', 'a'], 5 * SECOND]);
  });

  it('looks at a project that had nothing to do after ten seconds, however often it is asked about', async () => {
    const { compacted, finish, request, pass } = openCompaction();
    await request(['a']);
    await finish();
    await pass(9 * SECOND);
    await request(['a', 'b']);
    await finish();
    expect(compacted).toEqual(['a', 'b']);
    await pass(SECOND);
    await request(['a']);
    expect(compacted).toEqual(['a', 'b', 'a']);
    await finish();
  });

  it('leaves a project that has nothing to do alone for longer each time, until it has something', async () => {
    const { projects, compacted, finish, request, pass } = openCompaction();
    projects.mockResolvedValue([]);
    async function isLookedAtAfter(seconds: number) {
      await pass(seconds * SECOND - 1);
      const before = compacted.length;
      await request(['a']);
      const isEarly = compacted.length > before;
      await pass(1);
      await request(['a']);
      return !isEarly && compacted.length > before;
    }
    await request(['a']);
    for (const seconds of [10, 20, 40, 80, 160, 160]) {
      await finish();
      expect(await isLookedAtAfter(seconds)).toBe(true);
    }
    const before = compacted.length;
    await finish({ rows: 1 });
    await pass(SECOND);
    await request(['a']);
    expect(compacted.length).toBe(before + 1);
    await finish();
    expect(await isLookedAtAfter(10)).toBe(true);
    await finish();
  });

  it('leaves the first second after the first request to questions, and no later one', async () => {
    const { compacted, finish, request, pass } = openCompaction({ isFresh: true });
    await request(['a']);
    await pass(SECOND - 1);
    await request(['b']);
    expect(compacted).toEqual([]);
    await pass(1);
    await finish();
    await finish();
    expect(compacted).toEqual(['a', 'b']);
    await pass(60 * SECOND);
    await request(['a']);
    expect(compacted).toEqual(['a', 'b', 'a']);
    await finish();
  });

  it('looks through all projects a minute after the start, and then every hour', async () => {
    const { projects, compacted, finish, pass } = openCompaction({ isFresh: true });
    for (const seconds of [60, 3600, 3600]) {
      await pass((seconds - 1) * SECOND);
      expect(compacted).toEqual([]);
      await pass(SECOND);
      await settled();
      await finish();
      await finish();
      await pass(0);
      expect(compacted.splice(0)).toEqual(['a', 'b']);
    }
    projects.mockRejectedValueOnce(new Error('malformed'));
    await pass(3600 * SECOND);
    await settled();
    expect(compacted).toEqual([]);
    await pass(3600 * SECOND);
    await settled();
    expect(compacted).toEqual(['a']);
    await finish();
  });

  it('tries again after a failure, later each time, and warns when failing begins', async () => {
    const { timers, compacted, warn, finish, fail, request, pass } = openCompaction();
    const full = new Error('database or disk is full');
    await request(['a']);
    for (const seconds of [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      await fail(full);
      expect(timers.waits()).toContain(seconds * SECOND);
      await pass(seconds * SECOND);
    }
    expect([compacted.length, warn.mock.calls]).toEqual([11, [[full]]]);
    await finish();
    await request(['a']);
    await pass(SECOND);
    await fail(full);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('goes on with the other projects where one fails', async () => {
    const { compacted, finish, fail, request, pass } = openCompaction();
    await request(['broken', 'fine']);
    await fail(new Error('malformed'));
    await pass(2 * SECOND);
    expect(compacted).toEqual(['broken', 'fine']);
    await finish();
    expect(compacted).toEqual(['broken', 'fine', 'broken']);
  });

  it('ends with its thread, without a word about what that was at', async () => {
    const { compaction, thread, compacted, warn, request, pass } = openCompaction();
    await request(['a']);
    await compaction.close();
    await request(['b']);
    await pass(7200 * SECOND);
    expect([compacted, warn.mock.calls, thread.close.mock.calls.length]).toEqual([['a'], [], 1]);
  });

  it('asks the thread of no project that has nothing to do', async () => {
    const { compacted, isAllCompacted, request, pass, finish } = openCompaction();
    isAllCompacted.mockResolvedValueOnce(true);
    await request(['a', 'b']);
    expect([compacted, isAllCompacted.mock.calls]).toEqual([['b'], [['a'], ['b']]]);
    await finish();
    isAllCompacted.mockRejectedValueOnce(new Error('no reader had time'));
    await pass(10 * SECOND);
    await request(['a']);
    expect(compacted).toEqual(['b', 'a']);
    await finish();
  });
});
