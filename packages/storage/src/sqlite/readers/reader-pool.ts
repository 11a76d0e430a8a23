import type { Asker, QuestionFigures } from '../../reports.ts';
import { QuestionTimedOut, ReportsClosed, TooManyQuestions } from '../../store-errors.ts';
import { ThreadEnded } from '../thread-ended.ts';
import type { Timers } from '../timers.ts';
import { ExpectedWork } from './expected-work.ts';
import { type AskedQuestion, PendingQuestion, type Waiter } from './pending-question.ts';
import { QuestionQueue } from './question-queue.ts';
import type { Reader } from './reader.ts';

type QuestionResults = Record<'answered' | 'failed' | 'dropped' | 'timedOut' | 'refused', number>;

type Options = {
  readonly readers: readonly Reader[];
  /** How long an answer may take, the time in the queue included. */
  readonly deadlineSeconds: number;
  readonly timers: Timers;
  /** Hears of each question that a reader is handed. */
  readonly noteBegun?: (question: AskedQuestion) => void;
  /** Hears of each thread of a reader that has died. */
  readonly noteDied?: (error: ThreadEnded) => void;
};

/** Questions of one account that may wait: room for a request that asks about many projects at once. */
const MAX_WAITING_PER_ACCOUNT = 2000;

/**
 * Hands questions to readers, to each one at a time. Where there are several readers, the last is left to short
 * questions.
 *
 * Equal questions of an account that wait are answered together. A question joins only one that no reader has been handed
 * yet: that will be read after both were asked, so its answer shows every event that was acknowledged before either. What
 * is being read may be of a moment before.
 *
 * Whoever asked leaves when their signal is aborted or their deadline has passed. A question that all have left is
 * dropped from the queue, or interrupted where a reader is at it.
 */
export class ReaderPool {
  readonly #options: Options;
  readonly #queue = new QuestionQueue<PendingQuestion>();
  /** Those in the queue, by what makes them equal. */
  readonly #joinable = new Map<string, PendingQuestion>();
  readonly #busy = new Map<Reader, PendingQuestion>();
  readonly #expected = new ExpectedWork();
  readonly #results: QuestionResults = { answered: 0, failed: 0, dropped: 0, timedOut: 0, refused: 0 };
  readonly #ms = { queue: 0, work: 0 };
  #joined = 0;
  #isClosed = false;
  #idle = Promise.withResolvers<void>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws TooManyQuestions, QuestionTimedOut, ReportsClosed, the signal's reason, or what the reader failed with. */
  async ask(
    question: AskedQuestion,
    { signal, noteTiming }: Omit<Partial<Asker>, 'account'>,
  ): Promise<unknown> {
    signal?.throwIfAborted();
    const { timers, deadlineSeconds } = this.#options;
    const askedAt = timers.now();
    const { pending, joined } = this.#findOrAdd(question);
    const waiter = pending.wait();
    const cancelDeadline = timers.later(() => {
      if (this.#leave(pending, waiter, new QuestionTimedOut(deadlineSeconds)))
        this.#count(pending, 'timedOut');
    }, deadlineSeconds * 1000);
    const drop = () => {
      if (this.#leave(pending, waiter, signal?.reason)) this.#count(pending, 'dropped');
    };
    signal?.addEventListener('abort', drop, { once: true });
    this.#dispatch();
    try {
      return await waiter.promise;
    } finally {
      cancelDeadline();
      signal?.removeEventListener('abort', drop);
      const begunAt = pending.begunAt ?? timers.now();
      const queueMs = begunAt - askedAt;
      if (!pending.isOwn) this.#ms.queue += queueMs;
      noteTiming?.({ queueMs, workMs: (pending.endedAt ?? timers.now()) - begunAt, joined });
    }
  }

  /** Makes ready the reader that is handed the first question. */
  warmUp(): void {
    this.#options.readers[0]?.warmUp();
  }

  figures(): QuestionFigures {
    return {
      ...this.#results,
      joined: this.#joined,
      waiting: this.#queue.size,
      running: [...this.#busy.values()].filter(({ isOwn }) => !isOwn).length,
      queueSeconds: this.#ms.queue / 1000,
      workSeconds: this.#ms.work / 1000,
    };
  }

  /** Ends all readers, once they have answered what was asked. Nothing more can be asked. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#busy.size > 0) await this.#idle.promise;
    await Promise.all(this.#options.readers.map((reader) => reader.close()));
  }

  #findOrAdd(question: AskedQuestion): { readonly pending: PendingQuestion; readonly joined: boolean } {
    if (this.#isClosed) throw new ReportsClosed();
    const key = PendingQuestion.keyOf(question);
    const equal = this.#joinable.get(key);
    if (equal !== undefined) {
      if (!question.isOwn) this.#joined += 1;
      equal.join(question);
      return { pending: equal, joined: true };
    }
    if (this.#queue.sizeOf(question.account) >= MAX_WAITING_PER_ACCOUNT) {
      this.#count(question, 'refused');
      throw new TooManyQuestions(MAX_WAITING_PER_ACCOUNT);
    }
    const pending = new PendingQuestion(question, this.#expected.isLong(question));
    this.#queue.add(pending);
    this.#joinable.set(key, pending);
    return { pending, joined: false };
  }

  #count({ isOwn }: AskedQuestion, as: keyof QuestionResults, times = 1): void {
    if (!isOwn) this.#results[as] += times;
  }

  /** One waits no longer; false where that one has been answered. */
  #leave(pending: PendingQuestion, waiter: Waiter, reason: unknown): boolean {
    if (!pending.leave(waiter, reason)) return false;
    if (!pending.isAbandoned) return true;
    if (this.#queue.delete(pending)) this.#joinable.delete(PendingQuestion.keyOf(pending));
    for (const [reader, atWork] of this.#busy) if (atWork === pending) reader.interrupt();
    return true;
  }

  /**
   * Hands out what may be. The first readers are asked first, so that the last are not started without need: a thread
   * takes 20 MB. What the store asks for itself is for the last of those that are: a question that came meanwhile would
   * go to one that has nothing of its days in memory. It is brief, so that no other is started beside it.
   */
  #dispatch(): void {
    const { readers, timers, noteBegun } = this.#options;
    for (const reader of readers) {
      if (this.#busy.has(reader) || (!reader.isStarted && this.#isAtOwn())) continue;
      const pending = this.#queue.take({
        mayBeLong: this.#mayTakeLong(reader),
        mayBeOwn: this.#mayTakeOwn(reader),
      });
      if (pending === undefined) continue;
      this.#joinable.delete(PendingQuestion.keyOf(pending));
      pending.begunAt = timers.now();
      this.#busy.set(reader, pending);
      void this.#read(pending, reader);
      noteBegun?.(pending);
    }
  }

  /** The last of several is left to short questions. The others have the memory for the days that long ones read. */
  #mayTakeLong(reader: Reader): boolean {
    const { readers } = this.#options;
    return readers.length === 1 || reader !== readers.at(-1);
  }

  /** Whether one is at what the store asks for itself. */
  #isAtOwn(): boolean {
    return [...this.#busy.values()].some(({ isOwn }) => isOwn);
  }

  /** The last of those that are started. */
  #mayTakeOwn(reader: Reader): boolean {
    const { readers } = this.#options;
    return reader === (readers.findLast(({ isStarted }) => isStarted) ?? readers[0]);
  }

  async #read(pending: PendingQuestion, reader: Reader): Promise<void> {
    const { timers } = this.#options;
    const begunAt = timers.now();
    const outcome = await this.#outcomeOf(reader, pending);
    pending.endedAt = timers.now();
    const workMs = pending.endedAt - begunAt;
    if (!pending.isOwn) this.#ms.work += workMs;
    this.#expected.note(pending, { ms: outcome.cpuMs ?? workMs, isWhole: outcome.cpuMs !== null });
    const told = pending.settle(outcome.tell);
    this.#count(pending, outcome.as, told);
    this.#busy.delete(reader);
    this.#dispatch();
    if (this.#busy.size > 0) return;
    this.#idle.resolve();
    this.#idle = Promise.withResolvers();
  }

  /**
   * A thread that dies loses all that it held in memory: a question that was too much beside that is asked once more, of the
   * thread that takes its place.
   */
  async #outcomeOf(reader: Reader, pending: PendingQuestion): Promise<Outcome> {
    const first = await answerOf(reader, pending);
    if (first.death === null) return first;
    this.#options.noteDied?.(first.death);
    if (pending.isAbandoned) return first;
    const second = await answerOf(reader, pending);
    if (second.death !== null) this.#options.noteDied?.(second.death);
    return second;
  }
}

type Outcome = {
  readonly as: 'answered' | 'failed';
  readonly tell: (waiter: Waiter) => void;
  /** What the answer took; null where there is none. */
  readonly cpuMs: number | null;
  /** Where there is none since the reader's thread died. */
  readonly death: ThreadEnded | null;
};

async function answerOf(reader: Reader, { name, asked, along }: AskedQuestion): Promise<Outcome> {
  try {
    const { answer, cpuMs } = await reader.answer(name, asked, along);
    return { as: 'answered', tell: ({ resolve }) => resolve(answer), cpuMs, death: null };
  } catch (error) {
    const death = error instanceof ThreadEnded ? error : null;
    return { as: 'failed', tell: ({ reject }) => reject(error), cpuMs: null, death };
  }
}
