import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';
import { isConnectionStuck } from '../connection-stuck.ts';
import { type PackedError, packError, unpackError } from '../packed-error.ts';
import { ThreadEnded } from './thread-ended.ts';

type ThreadRequest = {
  readonly id: number;
  readonly name: string;
  readonly asked: readonly unknown[];
};
/** In the place of a request: the thread ends. */
const END = 'end';

type ThreadReply = { readonly id: number } & (
  | { readonly answer: unknown }
  | { readonly failure: PackedError }
);

/** What a thread can be asked: of each question what is asked, and what is answered. */
type Questions<Names extends PropertyKey> = {
  [Name in Names]: { asked: readonly unknown[]; answer: unknown };
};

type Options = {
  /** What the thread is given at its start. */
  readonly workerData: Readonly<Record<string, string | number | SharedArrayBuffer>>;
  readonly limits: ResourceLimits;
};

/**
 * Asks a thread, by the address of its compiled script. It is started with the first question, or by `start`. Questions reject with
 * what the answer failed with, or with ThreadEnded.
 */
export class ThreadClient<Asked extends Questions<keyof Asked>> {
  readonly #script: URL;
  readonly #options: Options;
  readonly #unanswered = new Map<number, PromiseWithResolvers<unknown>>();
  #thread: Worker | null = null;
  /** Resolves once the thread of the moment, or the last one, is no more. */
  #ended: Promise<unknown> = Promise.resolve();
  #lastId = 0;
  #idle: PromiseWithResolvers<void> | null = null;

  constructor(script: URL, options: Options) {
    this.#script = script;
    this.#options = options;
  }

  start(): void {
    this.#thread ??= this.#start();
  }

  get isStarted(): boolean {
    return this.#thread !== null;
  }

  ask<Name extends keyof Asked & string>(
    name: Name,
    asked: Asked[Name]['asked'],
  ): Promise<Asked[Name]['answer']> {
    return this.#ask(name, asked) as Promise<Asked[Name]['answer']>;
  }

  /**
   * Ends the thread, once it has answered what was asked. It ends by itself, when it has started: Node.js ends the whole
   * process where a thread is terminated while it loads the database driver.
   */
  async close(): Promise<void> {
    const thread = this.#thread;
    const ended = this.#ended;
    if (thread === null) return;
    if (this.#unanswered.size > 0) {
      this.#idle ??= Promise.withResolvers();
      await this.#idle.promise;
    }
    thread.ref();
    thread.postMessage(END);
    await ended;
  }

  async #ask(name: string, asked: readonly unknown[]): Promise<unknown> {
    this.#thread ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    // Throws for what cannot be sent to a thread.
    this.#thread.postMessage({ id, name, asked } satisfies ThreadRequest);
    const answered = Promise.withResolvers<unknown>();
    this.#unanswered.set(id, answered);
    this.#thread.ref();
    return answered.promise;
  }

  #start(): Worker {
    const { workerData, limits } = this.#options;
    const thread = new Worker(this.#script, {
      name: nameOf(this.#script),
      workerData,
      resourceLimits: limits,
    });
    this.#ended = new Promise((resolve) => thread.once('exit', resolve));
    thread.on('message', (reply: ThreadReply) => this.#receive(reply));
    thread.on('error', (error) => this.#abandon(thread, new ThreadEnded(error)));
    thread.on('exit', () => this.#abandon(thread, new ThreadEnded()));
    // An idle thread must not keep a command alive; every pending question does, through its caller.
    thread.unref();
    return thread;
  }

  #receive(reply: ThreadReply): void {
    const answered = this.#unanswered.get(reply.id);
    this.#unanswered.delete(reply.id);
    this.#noteIdle();
    if ('failure' in reply) answered?.reject(unpackError(reply.failure));
    else answered?.resolve(reply.answer);
  }

  /** A thread that died takes its questions with it; the next question starts a new one. */
  #abandon(thread: Worker, error: ThreadEnded): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    for (const answered of this.#unanswered.values()) answered.reject(error);
    this.#unanswered.clear();
    this.#noteIdle();
  }

  #noteIdle(): void {
    if (this.#unanswered.size > 0) return;
    this.#thread?.unref();
    this.#idle?.resolve();
    this.#idle = null;
  }
}

/**
 * Answers, in this thread, each request of a `ThreadClient` in its turn. What is thrown is the answer's failure. A connection that
 * is stuck ends the thread: the next question starts another.
 */
export function answerInThread(answer: (name: string, asked: readonly unknown[]) => unknown): void {
  parentPort?.on('message', (request: ThreadRequest | typeof END) => {
    if (request === END) return parentPort?.close();
    const { id, name, asked } = request;
    parentPort?.postMessage(reply(id, () => answer(name, asked)));
  });
}

/** As its script, such as `reader` of `reader-thread.bundle.js`: what an operator sees of it. */
const nameOf = ({ pathname }: URL) =>
  pathname.slice(pathname.lastIndexOf('/') + 1).replace(/-thread\..*$/, '');

function reply(id: number, answer: () => unknown): ThreadReply {
  try {
    return { id, answer: answer() };
  } catch (error) {
    if (isConnectionStuck(error)) throw error;
    return { id, failure: packError(error) };
  }
}
