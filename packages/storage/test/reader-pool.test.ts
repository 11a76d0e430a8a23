import { describe, expect, it, vi } from 'vitest';
import { DAY } from '../../../test/builders/event-records.ts';
import type { AskedQuestion } from '../src/sqlite/readers/pending-question.ts';
import type { Read, Reader } from '../src/sqlite/readers/reader.ts';
import { ReaderPool } from '../src/sqlite/readers/reader-pool.ts';
import type { FirstEventAsked } from '../src/sqlite/reports/first-event.ts';
import { createManualTimers } from './manual-timers.ts';

const SECOND = 1000;

/** A reader that answers when the test says so. */
class ManualReader implements Reader {
  readonly begun: string[] = [];
  readonly alongs: (FirstEventAsked | undefined)[] = [];
  isInterrupted = false;
  isClosed = false;
  isWarm = false;
  isStarted = false;
  #answered: PromiseWithResolvers<Read> | null = null;

  answer(_name: string, [about]: readonly unknown[], along?: FirstEventAsked): Promise<Read> {
    this.alongs.push(along);
    this.isStarted = true;
    this.isInterrupted = false;
    this.begun.push((about as { project: string }).project);
    this.#answered = Promise.withResolvers();
    return this.#answered.promise;
  }

  interrupt(): void {
    this.isInterrupted = true;
    this.#answered?.reject(new Error('Interrupted'));
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  warmUp(): void {
    this.isWarm = true;
    this.isStarted = true;
  }

  async finish(answer: unknown = `answer ${this.begun.length}`, cpuMs = 1): Promise<void> {
    this.#answered?.resolve({ answer, cpuMs });
    this.#answered = null;
    await settled();
  }

  async fail(error: Error): Promise<void> {
    this.#answered?.reject(error);
    this.#answered = null;
    await settled();
  }
}

/** Everything that follows from what has happened has happened as well. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

function openPool({ readers: count = 2 } = {}) {
  const timers = createManualTimers();
  const readers = Array.from({ length: count }, () => new ManualReader());
  const noteBegun = vi.fn();
  const pool = new ReaderPool({ readers, timers, deadlineSeconds: 30, noteBegun });
  return {
    pool,
    timers,
    readers,
    noteBegun,
    first: readers[0] as ManualReader,
    last: readers.at(-1) as ManualReader,
  };
}

/** A question about a project over so many days: more than two are taken for long. */
const about = (project: string, { days = 1, account = 'acc_a' } = {}): AskedQuestion => ({
  name: 'totals',
  asked: [
    { project, bots: 'excluded' },
    { from: 0, to: days * DAY },
  ],
  account,
});
const LONG = { days: 30 };
/** What the store asks for itself. */
const own = (project: string): AskedQuestion => ({ ...about(project), account: '', isOwn: true });

/** Asks, and keeps what came of it. */
function ask(pool: ReaderPool, question: AskedQuestion, leaving = new AbortController()) {
  const noteTiming = vi.fn();
  const outcome: { answer?: unknown; error?: unknown } = {};
  const done = pool.ask(question, { signal: leaving.signal, noteTiming }).then(
    (answer) => Object.assign(outcome, { answer }),
    (error: unknown) => Object.assign(outcome, { error }),
  );
  return { outcome, done, noteTiming, leave: () => leaving.abort(new Error('gone')) };
}

describe('readers', () => {
  it('answer as many questions at once as there are readers, the others after them', async () => {
    const { pool, first, last } = openPool();
    const asked = ['p1', 'p2', 'p3'].map((project) => ask(pool, about(project)));
    expect([first.begun, last.begun]).toEqual([['p1'], ['p2']]);
    await first.finish('one');
    expect(first.begun).toEqual(['p1', 'p3']);
    await first.finish('three');
    await last.finish('two');
    expect(asked.map(({ outcome }) => outcome.answer)).toEqual(['one', 'two', 'three']);
  });

  it('hand what the store asks for itself to the last that is started, and keep the first for who asks', async () => {
    const { pool, first, last } = openPool();
    void ask(pool, own('own 1'));
    expect(first.begun).toEqual(['own 1']);
    await first.finish();
    void ask(pool, about('long', LONG));
    void ask(pool, about('short'));
    await first.finish();
    await last.finish();
    void ask(pool, own('own 2'));
    void ask(pool, about('asked'));
    expect([first.begun, last.begun]).toEqual([
      ['own 1', 'long', 'asked'],
      ['short', 'own 2'],
    ]);
  });

  it('start no other for what is asked while the first is at what the store asks, which is brief', async () => {
    const { pool, first, last } = openPool();
    void ask(pool, own('own'));
    const asked = ask(pool, about('asked'));
    expect([first.begun, last.isStarted]).toEqual([['own'], false]);
    await first.finish();
    await first.finish('answer');
    expect([first.begun, last.isStarted]).toEqual([['own', 'asked'], false]);
    expect(asked.outcome.answer).toBe('answer');
  });

  it('hand what is asked meanwhile to the last where that is started', async () => {
    const { pool, first, last } = openPool();
    void ask(pool, about('long', LONG));
    void ask(pool, about('short'));
    await last.finish();
    void ask(pool, own('own'));
    await first.finish();
    void ask(pool, about('asked'));
    expect([first.begun, last.begun]).toEqual([
      ['long', 'asked'],
      ['short', 'own'],
    ]);
  });

  it('leave the last reader alone while the first are free', async () => {
    const { pool, first, last } = openPool();
    for (const project of ['p1', 'p2', 'p3']) {
      void ask(pool, about(project));
      await first.finish();
    }
    expect([first.begun.length, last.begun.length]).toEqual([3, 0]);
  });

  it('find the first reader ready where that was asked for, and the last not yet', () => {
    const { pool, first, last } = openPool();
    pool.warmUp();
    expect([first.isWarm, last.isWarm]).toEqual([true, false]);
  });

  it('start the last with the first short question beside a long one, and not before', async () => {
    const { pool, first, last } = openPool();
    void ask(pool, about('short'));
    await first.finish();
    void ask(pool, about('long', LONG));
    void ask(pool, about('another long', LONG));
    expect(last.isStarted).toBe(false);
    void ask(pool, about('short'));
    expect(last.begun).toEqual(['short']);
  });

  it('keep one reader for short questions, however many long ones wait', async () => {
    const { pool, first, last } = openPool();
    for (let index = 0; index < 18; index += 1) void ask(pool, about(`long${index}`, LONG));
    expect(last.begun).toEqual([]);
    const small = ask(pool, about('small', { account: 'acc_b' }));
    expect(last.begun).toEqual(['small']);
    await last.finish('at once');
    expect(small.outcome.answer).toBe('at once');
    expect(first.begun).toEqual(['long0']);
  });

  it('take long questions also where there is one reader, the short ones first', async () => {
    const { pool, first } = openPool({ readers: 1 });
    void ask(pool, about('long0', LONG));
    void ask(pool, about('long1', LONG));
    void ask(pool, about('short'));
    await first.finish();
    await first.finish();
    expect(first.begun).toEqual(['long0', 'short', 'long1']);
  });

  it('learn which questions are long by the processor time that they took', async () => {
    const { pool, first, last } = openPool();
    for (const [project, ms] of [
      ['quick', 5],
      ['slow', 400],
    ] as const) {
      void ask(pool, about(project, LONG));
      await first.finish('answer', ms);
    }
    void ask(pool, about('slow', LONG));
    void ask(pool, about('other', LONG));
    expect(last.begun).toEqual([]);
    void ask(pool, about('quick', LONG));
    expect(last.begun).toEqual(['quick']);
  });

  it('learn it also of one that was broken off', async () => {
    const { pool, timers, last } = openPool();
    const broken = ask(pool, about('slow'));
    timers.pass(400);
    broken.leave();
    await settled();
    void ask(pool, about('other', LONG));
    void ask(pool, about('slow'));
    expect(last.begun).toEqual([]);
  });

  it('do not take a question for long that took much once', async () => {
    const { pool, first, last } = openPool();
    for (const ms of [4, 4, 200]) {
      void ask(pool, about('small'));
      await first.finish('answer', ms);
    }
    void ask(pool, about('long', LONG));
    void ask(pool, about('small'));
    expect(last.begun).toEqual(['small']);
  });

  it('take one for short that was long only after several quick answers, of the reader that has its days in memory', async () => {
    const { pool, first, last } = openPool();
    const answers = [1000, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20];
    for (const [index, ms] of answers.entries()) {
      void ask(pool, about('asked'));
      await first.finish('answer', ms);
      if (index !== 6) continue;
      void ask(pool, about('long', LONG));
      void ask(pool, about('asked'));
      expect(last.begun).toEqual([]);
      await first.finish('long', 400);
      await first.finish('asked', 20);
    }
    void ask(pool, about('long', LONG));
    void ask(pool, about('asked'));
    expect(last.begun).toEqual(['asked']);
  });

  it('fail one question where a reader fails, and answer the next', async () => {
    const { pool, first } = openPool();
    const failing = ask(pool, about('p1'));
    const broken = new Error('malformed');
    await first.fail(broken);
    expect(failing.outcome.error).toBe(broken);
    const next = ask(pool, about('p1'));
    await first.finish('fine');
    expect(next.outcome.answer).toBe('fine');
    expect(pool.figures()).toMatchObject({ answered: 1, failed: 1, running: 0 });
  });

  it('tell of each question once it begins', async () => {
    const { pool, first, noteBegun } = openPool({ readers: 1 });
    void ask(pool, about('p1'));
    void ask(pool, about('p2'));
    const begun = () => noteBegun.mock.calls.map(([{ asked }]) => asked[0].project);
    expect(begun()).toEqual(['p1']);
    await first.finish();
    expect(begun()).toEqual(['p1', 'p2']);
  });
});

describe('equal questions', () => {
  it('that wait are answered together', async () => {
    const { pool, first } = openPool({ readers: 1 });
    void ask(pool, about('running'));
    const equal = Array.from({ length: 8 }, () => ask(pool, about('asked')));
    await first.finish();
    await first.finish('the same');
    expect(equal.map(({ outcome }) => outcome.answer)).toEqual(Array(8).fill('the same'));
    expect(first.begun).toEqual(['running', 'asked']);
    expect(pool.figures()).toMatchObject({ answered: 9, joined: 7 });
    expect(equal.map(({ noteTiming }) => noteTiming.mock.calls[0]?.[0].joined)).toEqual([
      false,
      ...Array(7).fill(true),
    ]);
  });

  it('do not join one that is being read, which may not show what came since', async () => {
    const { pool, first } = openPool({ readers: 1 });
    const before = ask(pool, about('asked'));
    const after = ask(pool, about('asked'));
    await first.finish('before');
    expect([before.outcome.answer, after.outcome.answer]).toEqual(['before', undefined]);
    await first.finish('after');
    expect(after.outcome.answer).toBe('after');
  });

  it('have along what was asked along with the latest, and are apart from those with nothing along', async () => {
    const { pool, first } = openPool({ readers: 1 });
    const along = (by: number): FirstEventAsked => ({ project: 'p1', by });
    void ask(pool, about('p0'));
    const asked = [along(1), along(3), along(2), undefined].map((first) =>
      ask(pool, { ...about('p1'), along: first }),
    );
    for (const answer of ['zero', 'together', 'alone']) await first.finish(answer);
    expect(first.alongs).toEqual([undefined, along(3), undefined]);
    expect(asked.map(({ outcome }) => outcome.answer)).toEqual(['together', 'together', 'together', 'alone']);
  });

  it('of two accounts are asked apart, so that none waits in the line of the other', () => {
    const { pool, first, last } = openPool();
    void ask(pool, about('asked'));
    void ask(pool, about('asked', { account: 'acc_b' }));
    expect([first.begun, last.begun]).toEqual([['asked'], ['asked']]);
  });

  it('are those alike in everything that is asked', () => {
    const { pool, first } = openPool({ readers: 1 });
    void ask(pool, about('running'));
    void ask(pool, about('asked'));
    void ask(pool, about('asked', { days: 2 }));
    void ask(pool, { ...about('asked'), name: 'bots' });
    expect(pool.figures()).toMatchObject({ waiting: 3, joined: 0 });
    expect(first.begun).toEqual(['running']);
  });
});

describe('a question that nobody waits for any more', () => {
  it('is dropped from the queue', async () => {
    const { pool, first } = openPool({ readers: 1 });
    void ask(pool, about('running'));
    const left = ask(pool, about('left'));
    left.leave();
    await left.done;
    expect(left.outcome.error).toEqual(new Error('gone'));
    expect(pool.figures()).toMatchObject({ waiting: 0, dropped: 1 });
    await first.finish();
    expect(first.begun).toEqual(['running']);
  });

  it('is interrupted where it is being read, and the next begins', async () => {
    const { pool, first } = openPool({ readers: 1 });
    const left = ask(pool, about('left', LONG));
    const next = ask(pool, about('next'));
    left.leave();
    await settled();
    expect(first.begun).toEqual(['left', 'next']);
    await first.finish('fine');
    expect(next.outcome.answer).toBe('fine');
    expect(pool.figures()).toMatchObject({ dropped: 1, failed: 0, answered: 1 });
  });

  it('is one that all have left: while one waits, it goes on', async () => {
    const { pool, first } = openPool({ readers: 1 });
    void ask(pool, about('running'));
    const [one, other] = [ask(pool, about('asked')), ask(pool, about('asked'))];
    one.leave();
    await first.finish();
    expect(first.isInterrupted).toBe(false);
    await first.finish('for the other');
    expect([one.outcome.error, other.outcome.answer]).toEqual([new Error('gone'), 'for the other']);
  });

  it('is not asked at all when that is known before', async () => {
    const { pool, first } = openPool();
    const leaving = new AbortController();
    leaving.abort(new Error('gone'));
    const { outcome, done } = ask(pool, about('asked'), leaving);
    await done;
    expect([outcome.error, first.begun]).toEqual([new Error('gone'), []]);
  });
});

describe('the deadline', () => {
  const late = { name: 'QuestionTimedOut', deadlineSeconds: 30 };

  it('ends a question that waits, and one that is read', async () => {
    const { pool, timers, first } = openPool({ readers: 1 });
    const running = ask(pool, about('running'));
    const waiting = ask(pool, about('waiting'));
    timers.pass(30 * SECOND);
    await Promise.all([running.done, waiting.done]);
    expect([running.outcome.error, waiting.outcome.error]).toMatchObject([late, late]);
    expect(first.isInterrupted).toBe(true);
    await settled();
    expect(pool.figures()).toMatchObject({ timedOut: 2, waiting: 0, running: 0 });
  });

  it('of what the store asks for itself is in no figures', async () => {
    const { pool, timers } = openPool({ readers: 1 });
    const running = ask(pool, { ...about('running'), isOwn: true });
    const waiting = ask(pool, { ...about('waiting'), isOwn: true });
    const joining = ask(pool, { ...about('waiting'), isOwn: true });
    expect(pool.figures()).toMatchObject({ waiting: 0, running: 0 });
    timers.pass(30 * SECOND);
    await Promise.all([running.done, waiting.done, joining.done]);
    await settled();
    const nothing = { answered: 0, failed: 0, dropped: 0, timedOut: 0, refused: 0, joined: 0 };
    expect(pool.figures()).toMatchObject({ ...nothing, queueSeconds: 0, workSeconds: 0 });
  });

  it('counts for each who asks from when they asked', async () => {
    const { pool, timers, first } = openPool({ readers: 1 });
    void ask(pool, about('running'));
    const early = ask(pool, about('asked'));
    timers.pass(20 * SECOND);
    const joining = ask(pool, about('asked'));
    await first.finish();
    timers.pass(10 * SECOND);
    await early.done;
    expect([early.outcome.error, first.isInterrupted]).toMatchObject([late, false]);
    await first.finish('in time');
    expect(joining.outcome.answer).toBe('in time');
  });

  it('is forgotten once a question is answered', async () => {
    const { pool, timers, first } = openPool();
    const { done } = ask(pool, about('asked'));
    await first.finish();
    await done;
    expect(timers.waits()).toEqual([]);
  });
});

describe('an account', () => {
  it('may have 2000 questions waiting, and is refused more while others are not', async () => {
    const { pool, readers } = openPool({ readers: 1 });
    void ask(pool, about('running'));
    for (let index = 0; index < 2000; index += 1) void ask(pool, about(`${index}`));
    const refused = ask(pool, about('one more'));
    const joining = ask(pool, about('0'));
    const other = ask(pool, about('one more', { account: 'acc_b' }));
    await refused.done;
    expect(refused.outcome.error).toMatchObject({ name: 'TooManyQuestions' });
    expect(pool.figures()).toMatchObject({ waiting: 2001, refused: 1, joined: 1 });
    expect([joining.outcome, other.outcome, readers.length]).toEqual([{}, {}, 1]);
  });
});

describe('what is told of a question', () => {
  it('is how long it waited and how long it was read', async () => {
    const { pool, timers, first } = openPool({ readers: 1 });
    void ask(pool, about('running'));
    const { noteTiming, done } = ask(pool, about('asked'));
    timers.pass(40);
    await first.finish();
    timers.pass(7);
    await first.finish();
    await done;
    expect(noteTiming.mock.calls).toEqual([[{ queueMs: 40, workMs: 7, joined: false }]]);
    expect(pool.figures()).toMatchObject({ queueSeconds: 0.04, workSeconds: 0.047 });
  });

  it('is told also where it was dropped before it began', async () => {
    const { pool, timers } = openPool({ readers: 1 });
    void ask(pool, about('running'));
    const { noteTiming, leave, done } = ask(pool, about('asked'));
    timers.pass(40);
    leave();
    await done;
    expect(noteTiming.mock.calls).toEqual([[{ queueMs: 40, workMs: 0, joined: false }]]);
  });
});

describe('closing', () => {
  it('waits for what was asked, ends every reader, and lets nothing more be asked', async () => {
    const { pool, readers, first } = openPool({ readers: 1 });
    const asked = [ask(pool, about('p1')), ask(pool, about('p2'))];
    const closed = pool.close();
    const late = ask(pool, about('p3'));
    await late.done;
    expect(late.outcome.error).toMatchObject({ name: 'ReportsClosed' });
    await first.finish('one');
    expect(first.isClosed).toBe(false);
    await first.finish('two');
    await closed;
    expect(asked.map(({ outcome }) => outcome.answer)).toEqual(['one', 'two']);
    expect(readers.every(({ isClosed }) => isClosed)).toBe(true);
  });
});
