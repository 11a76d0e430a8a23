import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../test/builders/seeded-random.ts';
import { QuestionQueue } from '../src/sqlite/readers/question-queue.ts';

type Asked = { account: string; isLong: boolean; isOwn: boolean; name: string };

const short = (account: string, name: string): Asked => ({ account, name, isLong: false, isOwn: false });
const long = (account: string, name: string): Asked => ({ account, name, isLong: true, isOwn: false });
const own = (name: string): Asked => ({ account: '', name, isLong: false, isOwn: true });

function queueOf(...questions: Asked[]) {
  const queue = new QuestionQueue<Asked>();
  for (const question of questions) queue.add(question);
  return queue;
}

/** The names of what is taken, until nothing may be taken any more. */
function drain(queue: QuestionQueue<Asked>, { mayBeLong = true, mayBeOwn = true } = {}): string[] {
  const names: string[] = [];
  const mayBe = { mayBeLong, mayBeOwn };
  for (let next = queue.take(mayBe); next; next = queue.take(mayBe)) names.push(next.name);
  return names;
}

describe('the queue of questions', () => {
  it('serves the accounts in turn, and each in the order of its questions', () => {
    const queue = queueOf(
      short('a', 'a1'),
      short('a', 'a2'),
      short('a', 'a3'),
      short('b', 'b1'),
      short('c', 'c1'),
    );
    queue.add(short('b', 'b2'));
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('lets an account that asks one question wait for one of every other', () => {
    const queue = queueOf(
      ...Array.from({ length: 100 }, (_, index) => long('a', `a${index}`)),
      long('b', 'b0'),
    );
    expect(drain(queue).indexOf('b0')).toBe(1);
  });

  it('lets short questions pass long ones, but no more than eight in a row', () => {
    const queue = queueOf(
      long('a', 'long'),
      ...Array.from({ length: 10 }, (_, index) => short('b', `${index}`)),
    );
    expect(drain(queue)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', 'long', '8', '9']);
  });

  it('keeps long questions back where only short ones may be taken', () => {
    const queue = queueOf(long('a', 'long'), short('a', 'short'));
    expect(drain(queue, { mayBeLong: false })).toEqual(['short']);
    expect(queue.size).toBe(1);
    expect(drain(queue)).toEqual(['long']);
  });

  it('has what the store asks for itself come last, and from who may take it alone', () => {
    const queue = queueOf(own('own'), long('a', 'long'), short('a', 'short'));
    expect(drain(queue, { mayBeOwn: false })).toEqual(['short', 'long']);
    queue.add(short('a', 'later'));
    expect([queue.size, queue.sizeOf('')]).toEqual([1, 1]);
    expect(drain(queue)).toEqual(['later', 'own']);
  });

  it('forgets what is dropped, and tells whether it waited', () => {
    const dropped = short('a', 'dropped');
    const queue = queueOf(dropped, short('a', 'kept'));
    expect([queue.delete(dropped), queue.delete(dropped)]).toEqual([true, false]);
    expect([queue.size, queue.sizeOf('a'), queue.sizeOf('b')]).toEqual([1, 1, 0]);
    expect(drain(queue)).toEqual(['kept']);
  });

  it('gives each question once, whatever is added, taken and dropped', () => {
    const random = seededRandom(1);
    const queue = new QuestionQueue<Asked>();
    const waiting = new Set<Asked>();
    for (let step = 0; step < 5000; step += 1) {
      const account = random.pick(['a', 'b', 'c', 'd', 'e']);
      if (random.chance(0.5)) {
        const question = { account, name: `${step}`, isLong: random.chance(0.3), isOwn: false };
        queue.add(question);
        waiting.add(question);
      } else if (random.chance(0.2)) {
        const [any] = waiting;
        if (any !== undefined) expect(queue.delete(any) && waiting.delete(any)).toBe(true);
      } else {
        const mayBeLong = random.chance(0.6);
        const taken = queue.take({ mayBeLong, mayBeOwn: true });
        if (taken !== undefined) expect(waiting.delete(taken)).toBe(true);
        else expect([...waiting].some(({ isLong }) => mayBeLong || !isLong)).toBe(false);
      }
      expect(queue.size).toBe(waiting.size);
    }
  });
});
