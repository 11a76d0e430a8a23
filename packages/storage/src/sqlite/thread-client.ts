import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';
import { type PackedError, packError, unpackError } from '../packed-error.ts';

type ThreadRequest = {
  readonly id: number;
  readonly name: string;
  readonly asked: readonly unknown[];
};
export type ThreadReply = { readonly id: number } & (
  | { readonly answer: unknown }
  | { readonly failure: PackedError }
);
/** What a thread reports between its answers: what it got over by itself, and what it did on the side. */
export type ThreadNews = { readonly warning: PackedError } | { readonly compacted: number };

/** What a thread can be asked: of each question what is asked, and what is answered. */
type Questions<Names extends PropertyKey> = {
  [Name in Names]: { asked: readonly unknown[]; answer: unknown };
};

type Question = {
  readonly name: string;
  readonly asked: readonly unknown[];
  readonly answered: PromiseWithResolvers<unknown>;
};
type Options = {
  /** What the thread is given at its start. */
  readonly workerData: Readonly<Record<string, string>>;
  readonly limits: ResourceLimits;
  /** How many questions the thread is handed before it has answered one of them. All, unless it is said. */
  readonly sentAtOnce?: number;
  readonly hear?: (news: ThreadNews) => void;
};

/** Asks a thread, by the address of its compiled script. It is started with the first question. */
export class ThreadClient<Asked extends Questions<keyof Asked>> {
  readonly #script: URL;
  readonly #options: Options;
  readonly #waiting = new Set<Question>();
  readonly #sent = new Map<number, Question>();
  #thread: Worker | null = null;
  #lastId = 0;
  #idle: PromiseWithResolvers<void> | null = null;

  constructor(script: URL, options: Options) {
    this.#script = script;
    this.#options = options;
  }

  /** Rejects with the signal's reason once that is aborted; the thread never sees what it was not yet handed. */
  ask<Name extends keyof Asked & string>(
    name: Name,
    asked: Asked[Name]['asked'],
    signal?: AbortSignal,
  ): Promise<Asked[Name]['answer']> {
    return this.#ask(name, asked, signal) as Promise<Asked[Name]['answer']>;
  }

  /** Ends the thread, once it has answered what was asked. */
  async close(): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return;
    if (!this.#isIdle()) {
      this.#idle ??= Promise.withResolvers();
      await this.#idle.promise;
    }
    await thread.terminate();
  }

  async #ask(name: string, asked: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    const question: Question = { name, asked, answered: Promise.withResolvers() };
    const drop = () => {
      question.answered.reject(signal?.reason);
      this.#waiting.delete(question);
      this.#noteIdle();
    };
    signal?.addEventListener('abort', drop, { once: true });
    this.#waiting.add(question);
    this.#send();
    try {
      return await question.answered.promise;
    } finally {
      signal?.removeEventListener('abort', drop);
    }
  }

  #send(): void {
    const { sentAtOnce = Infinity } = this.#options;
    for (const question of this.#waiting) {
      if (this.#sent.size >= sentAtOnce) return;
      this.#waiting.delete(question);
      this.#post(question);
    }
  }

  #post(question: Question): void {
    this.#thread ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const { name, asked } = question;
    try {
      this.#thread.postMessage({ id, name, asked } satisfies ThreadRequest);
      this.#sent.set(id, question);
      this.#thread.ref();
    } catch (error) {
      // What cannot be sent has no answer to wait for.
      question.answered.reject(error);
      this.#noteIdle();
    }
  }

  #start(): Worker {
    const { workerData, limits, hear } = this.#options;
    const thread = new Worker(this.#script, { workerData, resourceLimits: limits });
    thread.on('message', (message: ThreadReply | ThreadNews) => {
      if ('id' in message) this.#receive(message);
      else hear?.(message);
    });
    thread.on('error', (error) => this.#abandon(error instanceof Error ? error : new Error(String(error))));
    thread.on('exit', () => this.#abandon(new Error('The thread of the store has ended')));
    // An idle thread must not keep a command alive; every pending question does, through its caller.
    thread.unref();
    return thread;
  }

  #receive(reply: ThreadReply): void {
    const answered = this.#sent.get(reply.id)?.answered;
    this.#sent.delete(reply.id);
    if ('failure' in reply) answered?.reject(unpackError(reply.failure));
    else answered?.resolve(reply.answer);
    this.#send();
    this.#noteIdle();
  }

  /** A thread that died takes its questions with it; the next question starts a new one. */
  #abandon(error: Error): void {
    this.#thread = null;
    for (const { answered } of [...this.#sent.values(), ...this.#waiting]) answered.reject(error);
    this.#sent.clear();
    this.#waiting.clear();
    this.#noteIdle();
  }

  #isIdle(): boolean {
    return this.#sent.size === 0 && this.#waiting.size === 0;
  }

  #noteIdle(): void {
    if (!this.#isIdle()) return;
    this.#thread?.unref();
    this.#idle?.resolve();
    this.#idle = null;
  }
}

/** Answers, in this thread, each request of a `ThreadClient` in its turn. What is thrown is the answer's failure. */
export function answerInThread(answer: (name: string, asked: readonly unknown[]) => unknown): void {
  parentPort?.on('message', ({ id, name, asked }: ThreadRequest) => {
    parentPort?.postMessage(reply(id, () => answer(name, asked)));
  });
}

function reply(id: number, answer: () => unknown): ThreadReply {
  try {
    return { id, answer: answer() };
  } catch (error) {
    return { id, failure: packError(error) };
  }
}

/** Reports something to the owner of the thread that it did not ask for. */
export function reportFromThread(news: ThreadNews): void {
  parentPort?.postMessage(news);
}
