import { afterEach, describe, expect, it } from 'vitest';
import { Interruption } from '../dist/sqlite/interruption.js';
import type { Reader } from '../dist/sqlite/readers/reader.js';
import { ReaderPool } from '../dist/sqlite/readers/reader-pool.js';
import { ThreadClient } from '../dist/sqlite/thread-client.js';
import { processTimers } from '../dist/sqlite/timers.js';
import { createManualTimers } from './manual-timers.ts';

/** A reader in a thread that is busy for as long as a test wants. */
function openBlockingReader(): Reader {
  const interruption = new Interruption();
  const thread = new ThreadClient(new URL('./blocking-thread.ts', import.meta.url), {
    workerData: { interrupts: interruption.buffer },
    limits: {},
  });
  return {
    get isStarted() {
      return thread.isStarted;
    },
    warmUp: () => thread.start(),
    answer(name, asked) {
      interruption.clear();
      return thread.ask(name as never, asked as never);
    },
    interrupt: () => interruption.interrupt(),
    close: () => thread.close(),
  };
}

const pools: ReaderPool[] = [];
const deaths: string[] = [];
function openPool(readers: number, timers = processTimers) {
  const pool = new ReaderPool({
    readers: Array.from({ length: readers }, openBlockingReader),
    ...{ deadlineSeconds: 30, timers },
    noteDied: ({ message }) => deaths.push(message),
  });
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  deaths.length = 0;
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

/** What keeps a reader busy until it is let go. */
function aBlock() {
  const waitsFor = new SharedArrayBuffer(4);
  return {
    waitsFor,
    letGo() {
      Atomics.store(new Int32Array(waitsFor), 0, 1);
      Atomics.notify(new Int32Array(waitsFor), 0);
    },
  };
}

const LONG = { from: 0, to: 30 * 86_400_000 };
const SHORT = { from: 0, to: 86_400_000 };

function ask(
  pool: ReaderPool,
  about: object,
  { period = SHORT, account = 'acc_a', leaving = new AbortController() } = {},
) {
  const question = { name: 'funnel', asked: [about, period], account } as const;
  const answer = pool.ask(question, { signal: leaving.signal });
  return { answer, outcome: answer.catch((error: Error) => error.message), leaving };
}

describe('threads of readers', () => {
  it('answer a small question of another account beside a pile of long ones', async () => {
    const pool = openPool(2);
    const { waitsFor, letGo } = aBlock();
    const pile = Array.from({ length: 18 }, (_, index) => ask(pool, { waitsFor, index }, { period: LONG }));
    expect(await ask(pool, {}, { account: 'acc_b' }).answer).toBe('answered');
    expect(pool.figures()).toMatchObject({ running: 1, waiting: 17 });
    letGo();
    expect(await Promise.all(pile.map(({ answer }) => answer))).toEqual(Array(18).fill('let go'));
  });

  it('break off a pile of long questions that nobody waits for, also where there is but one of them', async () => {
    const pool = openPool(1);
    const leaving = new AbortController();
    const { waitsFor } = aBlock();
    const pile = Array.from({ length: 18 }, (_, index) =>
      ask(pool, { waitsFor, index }, { period: LONG, leaving }),
    );
    const small = ask(pool, {}, { account: 'acc_b' });
    leaving.abort(new Error('gone'));
    expect(await small.answer).toBe('answered');
    expect(await Promise.all(pile.map(({ outcome }) => outcome))).toEqual(Array(18).fill('gone'));
    expect(pool.figures()).toMatchObject({ dropped: 18, answered: 1, running: 0, waiting: 0 });
  });

  it('break off what is past its deadline, and answer what comes after it', async () => {
    const manual = createManualTimers();
    const pool = openPool(1, manual);
    const late = ask(pool, { waitsFor: aBlock().waitsFor });
    manual.pass(30_000);
    expect(await late.outcome).toBe('The question was not answered within 30 seconds');
    expect(await ask(pool, {}).answer).toBe('answered');
    expect(pool.figures()).toMatchObject({ timedOut: 1, answered: 1, running: 0 });
  });

  it('take only their own question with them when they die, and are started again', async () => {
    const pool = openPool(2);
    const { waitsFor, letGo } = aBlock();
    const other = ask(pool, { waitsFor });
    const dying = ask(pool, { dies: true });
    expect(await dying.outcome).toBe('The thread of the store has ended');
    expect(await ask(pool, {}).answer).toBe('answered');
    letGo();
    expect(await other.answer).toBe('let go');
  });

  it('are asked once more what the one before has died of, and every death is told once', async () => {
    const pool = openPool(1);
    const answered = ask(pool, { diesOnce: new SharedArrayBuffer(4) });
    expect(await answered.answer).toBe('answered');
    expect(deaths).toEqual(['The thread of the store has ended']);
    expect(await ask(pool, { dies: true }).outcome).toBe('The thread of the store has ended');
    expect(deaths).toHaveLength(3);
    expect(pool.figures()).toMatchObject({ answered: 1, failed: 1, running: 0, waiting: 0 });
  });
});
