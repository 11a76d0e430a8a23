import { describe, expect, it, vi } from 'vitest';
import { Compaction } from '../src/sqlite/compaction/compaction.ts';
import { type Compacted, NOTHING } from '../src/sqlite/compaction/open-compaction-thread.ts';
import { createManualTimers } from './manual-timers.ts';

const SECOND = 1000;
const settled = () => new Promise((resolve) => setImmediate(resolve));

function openCompaction() {
  const timers = createManualTimers();
  const under: PromiseWithResolvers<Compacted>[] = [];
  const compacted: string[] = [];
  const projects = vi.fn(async () => ['a', 'b']);
  const isAllCompacted = vi.fn(async () => false);
  const thread = {
    projects: vi.fn(async () => ['c']),
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
  async function ask(asked: readonly string[]) {
    compaction.request(asked);
    await settled();
  }
  /** And lets the moment pass that who asks has for itself. */
  async function request(asked: readonly string[]) {
    await ask(asked);
    await pass(SECOND);
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
    ...{ ask, request, pass, finish, fail },
  };
}

it('what is kept of a project is told with it', async () => {
  const asked: unknown[] = [];
  const projects = async () => [];
  const isAllCompacted = async () => false;
  const thread = {
    projects,
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
    await pass(2 * SECOND);
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
    const { timers, compacted, finish, ask, request, pass } = openCompaction();
    await request(['a']);
    await finish({ days: 1 });
    await ask(['a']);
    expect([compacted, timers.waits()[0]]).toEqual([['a'], SECOND]);
    await pass(SECOND);
    await pass(5 * SECOND);
    await finish();
    expect([compacted, timers.waits()[0]]).toEqual([['a', 'a'], 5 * SECOND]);
  });

  it('rests for five minutes at most, also where the process was held for an hour in the middle of a pass', async () => {
    const { timers, finish, ask, request, pass } = openCompaction();
    await request(['a']);
    await pass(3600 * SECOND);
    await ask(['a']);
    await finish({ days: 1 });
    expect(timers.waits()).toContain(300 * SECOND);
  });

  it('looks at a project that had nothing to do once in ten seconds, however often it is asked about', async () => {
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

  it('leaves a second after a request to whoever asked', async () => {
    const { projects, compacted, finish, ask, pass } = openCompaction();
    projects.mockResolvedValue([]);
    await ask(['a']);
    await pass(SECOND - 1);
    await ask(['b']);
    expect(compacted).toEqual([]);
    await pass(1);
    await finish();
    await finish();
    expect(compacted).toEqual(['a', 'b']);
    await pass(60 * SECOND);
    await ask(['a']);
    expect(compacted).toEqual(['a', 'b']);
    await pass(SECOND);
    expect(compacted).toEqual(['a', 'b', 'a']);
    await finish();
  });

  it('looks through all projects a minute after the start, and then every hour', async () => {
    const { projects, thread, compacted, finish, pass } = openCompaction();
    async function sweepAfter(ms: number) {
      await pass(ms - 1);
      expect(compacted).toEqual([]);
      await pass(1);
      await pass(SECOND);
      const found = compacted.splice(0);
      for (const _ of [1, 2]) await finish();
      return [...found, ...compacted.splice(0)];
    }
    const hour = 3600 * SECOND - SECOND;
    expect(await sweepAfter(60 * SECOND)).toEqual(['a', 'b']);
    expect(await sweepAfter(hour)).toEqual(['a', 'b']);
    // Where no reader has time, the thread lists them.
    projects.mockRejectedValueOnce(new Error('no reader had time'));
    expect(await sweepAfter(hour)).toEqual(['c']);
    projects.mockRejectedValueOnce(new Error('malformed'));
    thread.projects.mockRejectedValueOnce(new Error('malformed'));
    expect(await sweepAfter(hour)).toEqual([]);
    expect(await sweepAfter(hour)).toEqual(['a', 'b']);
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
    await request(['a', 'b']);
    await compaction.close();
    await request(['b']);
    await pass(7200 * SECOND);
    expect([compacted, warn.mock.calls, thread.close.mock.calls.length]).toEqual([['a'], [], 1]);
  });

  it('asks a thread that was closed for nothing more, whatever readers still have to say', async () => {
    const { compaction, isAllCompacted, compacted, warn, request } = openCompaction();
    const look = Promise.withResolvers<boolean>();
    isAllCompacted.mockReturnValueOnce(look.promise);
    await request(['a', 'b']);
    const closed = compaction.close();
    look.reject(new Error('closed'));
    await closed;
    expect([compacted, isAllCompacted.mock.calls, warn.mock.calls]).toEqual([[], [['a']], []]);
  });

  it('asks the thread of no project that has nothing to do', async () => {
    const { compacted, isAllCompacted, request, finish } = openCompaction();
    isAllCompacted.mockResolvedValueOnce(true);
    await request(['a', 'b']);
    expect([compacted, isAllCompacted.mock.calls]).toEqual([['b'], [['a'], ['b']]]);
    await finish();
  });

  it('asks the thread of all that are left of a pass in which no reader had time to look', async () => {
    const { compacted, isAllCompacted, request, finish } = openCompaction();
    isAllCompacted.mockRejectedValueOnce(new Error('no reader had time'));
    await request(['a', 'b', 'c']);
    for (const _ of [1, 2, 3]) await finish();
    expect([compacted, isAllCompacted.mock.calls]).toEqual([['a', 'b', 'c'], [['a']]]);
    isAllCompacted.mockClear();
    await request(['d']);
    expect(isAllCompacted.mock.calls).toEqual([['d']]);
    await finish();
  });
});
