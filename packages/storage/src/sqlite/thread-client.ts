import { type ResourceLimits, Worker } from 'node:worker_threads';
import { type PackedError, unpackError } from '../packed-error.ts';

export type ThreadRequest = { readonly id: number; readonly name: string; readonly ask: readonly unknown[] };
export type ThreadReply = { readonly id: number } & (
  | { readonly answer: unknown }
  | { readonly failure: PackedError }
);
/** What a thread tells between its answers: what it got over by itself, and what it did on the side. */
export type ThreadNews = { readonly warning: PackedError } | { readonly compacted: number };

/** What a thread can be asked: of each question what is asked, and what is answered. */
type Questions<Names extends PropertyKey> = { [Name in Names]: { ask: readonly unknown[]; answer: unknown } };

/** Asks a thread, which is started with the first question. */
export type ThreadClient<Asked extends Questions<keyof Asked>> = {
  ask<Name extends keyof Asked & string>(
    name: Name,
    ...ask: Asked[Name]['ask']
  ): Promise<Asked[Name]['answer']>;
  /** Ends the thread, once it has answered what was asked. */
  close(): Promise<void>;
};

type Waiting = { resolve(answer: unknown): void; reject(error: Error): void };
type Options = {
  readonly file: string;
  readonly limits: ResourceLimits;
  /** What else the thread is told as `workerData`. */
  readonly more?: Readonly<Record<string, string>>;
  readonly hear?: (news: ThreadNews) => void;
};

/** A thread by the address of its compiled script, which is told the file that it is about as `workerData`. */
export function createThreadClient<Asked extends Questions<keyof Asked>>(
  script: URL,
  { file, limits, more, hear }: Options,
): ThreadClient<Asked> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;

  function start(): Worker {
    const thread = new Worker(script, { workerData: { file, ...more }, resourceLimits: limits });
    thread.on('message', (reply: ThreadReply | ThreadNews) => {
      if (!('id' in reply)) return hear?.(reply);
      const caller = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('failure' in reply) caller?.reject(unpackError(reply.failure));
      else caller?.resolve(reply.answer);
    });
    thread.on('error', (error) => abandon(error instanceof Error ? error : new Error(String(error))));
    thread.on('exit', () => abandon(new Error('The thread of the store has ended')));
    // An idle thread must not keep a command alive; every pending question does, through its caller.
    thread.unref();
    return thread;
  }

  /** A thread that died takes its questions with it; the next question starts a new one. */
  function abandon(error: Error): void {
    worker = null;
    for (const caller of waiting.values()) caller.reject(error);
    waiting.clear();
  }

  async function ask(name: string, asked: readonly unknown[]): Promise<unknown> {
    worker ??= start();
    const thread = worker;
    thread.ref();
    lastId += 1;
    const id = lastId;
    try {
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        thread.postMessage({ id, name, ask: asked } satisfies ThreadRequest);
      });
    } finally {
      // What could not be sent has no answer to wait for.
      waiting.delete(id);
      if (waiting.size === 0) thread.unref();
    }
  }

  return {
    ask: (name, ...asked) => ask(name, asked) as never,
    async close() {
      const thread = worker;
      if (thread === null) return;
      const answered = [...waiting.values()].map(
        (caller) =>
          new Promise<void>((done) => {
            const { resolve, reject } = caller;
            caller.resolve = (answer) => {
              resolve(answer);
              done();
            };
            caller.reject = (error) => {
              reject(error);
              done();
            };
          }),
      );
      await Promise.all(answered);
      await thread.terminate();
    },
  };
}
