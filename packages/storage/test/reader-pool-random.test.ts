import { expect, it } from 'vitest';
import { DAY } from '../../../test/builders/event-records.ts';
import { seededRandom } from '../../../test/builders/seeded-random.ts';
import type { AskedQuestion } from '../src/sqlite/readers/pending-question.ts';
import type { Read, Reader } from '../src/sqlite/readers/reader.ts';
import { ReaderPool } from '../src/sqlite/readers/reader-pool.ts';
import { createManualTimers } from './manual-timers.ts';

const STEPS = 4000;
const SETTLE_EVERY = 5;
/** As often as they stand here. */
const HAPPENINGS = [
  ...Array(20).fill('ask'),
  ...Array(10).fill('finish'),
  ...Array(5).fill('store'),
  ...Array(4).fill('leave'),
  ...Array(2).fill('fail'),
  'late',
] as const;
const DEADLINE_SECONDS = 30;

/** Everything that follows from what has happened has happened as well. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A world with a count of acknowledged events, which readers see as it is when they begin. */
function createWorld() {
  const world = { acknowledged: 0 };
  const under = new Set<{ finish(): void; fail(): void }>();

  function openReader(): Reader {
    let work: { interrupt(): void } | null = null;
    return {
      answer() {
        expect(work, 'a reader is at one question at a time').toBeNull();
        const { promise, resolve, reject } = Promise.withResolvers<Read>();
        const seen = world.acknowledged;
        const end = (settle: () => void) => () => {
          if (!under.delete(mine)) return;
          work = null;
          settle();
        };
        const mine = {
          finish: end(() => resolve({ answer: seen, cpuMs: 10 * (seen % 10) })),
          fail: end(() => reject(new Error('The thread of the store has ended'))),
        };
        work = { interrupt: end(() => reject(new Error('Interrupted'))) };
        under.add(mine);
        return promise;
      },
      interrupt: () => work?.interrupt(),
      isStarted: true,
      warmUp: () => {},
      close: async () => {},
    };
  }
  return { world, under, openReader };
}

type Asked = { outcome: string | null; leave(): void };

it.each([1, 2, 3, 4])(
  'whatever is asked, left and broken, all are told once, and the truth: seed %i',
  async (seed) => {
    const random = seededRandom(seed);
    const timers = createManualTimers();
    const { world, under, openReader } = createWorld();
    const count = random.whole(1, 4);
    const readers = Array.from({ length: count }, openReader);
    const pool = new ReaderPool({ readers, timers, deadlineSeconds: DEADLINE_SECONDS });
    const asked: Asked[] = [];

    function ask(): void {
      const acknowledged = world.acknowledged;
      const leaving = new AbortController();
      const mine: Asked = { outcome: null, leave: () => leaving.abort(new Error('gone')) };
      const question: AskedQuestion = {
        name: 'totals',
        asked: [{ project: random.pick(['p1', 'p2', 'p3']) }, { from: 0, to: random.pick([1, 30]) * DAY }],
        account: random.pick(['a', 'b', 'c']),
      };
      const told = (outcome: string) => {
        expect(mine.outcome, 'is told once').toBeNull();
        mine.outcome = outcome;
      };
      pool.ask(question, { signal: leaving.signal }).then(
        (seen) => {
          expect(seen, 'shows all that was acknowledged before').toBeGreaterThanOrEqual(acknowledged);
          told('answered');
        },
        (error: Error) => told(error.message),
      );
      asked.push(mine);
    }

    for (let step = 0; step < STEPS; step += 1) {
      const [running] = random.shuffled([...under]);
      const happens = random.pick(HAPPENINGS);
      if (happens === 'ask') ask();
      else if (happens === 'store') world.acknowledged += 1;
      else if (happens === 'leave' && asked.length > 0) random.pick(asked).leave();
      else if (happens === 'late') timers.pass(random.whole(0, DEADLINE_SECONDS) * 1000);
      else if (happens === 'fail') running?.fail();
      else running?.finish();
      if (step % SETTLE_EVERY === 0) await settled();
      expect(under.size).toBeLessThanOrEqual(count);
    }
    for (await settled(); under.size > 0; await settled()) {
      for (const running of [...under]) running.finish();
    }
    const told = asked.map(({ outcome }) => outcome);
    const how = (outcome: string) => told.filter((one) => one === outcome).length;
    expect(told).not.toContain(null);
    expect(told).toHaveLength(asked.length);
    expect(pool.figures()).toMatchObject({
      ...{ waiting: 0, running: 0, refused: 0 },
      answered: how('answered'),
      dropped: how('gone'),
      timedOut: how(`The question was not answered within ${DEADLINE_SECONDS} seconds`),
      failed: how('The thread of the store has ended'),
    });
    await pool.close();
  },
);
