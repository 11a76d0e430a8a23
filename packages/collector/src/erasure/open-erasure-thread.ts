import { Worker } from 'node:worker_threads';
import { type ErasureOptions, unpackError } from '@cvq/storage';
import { THREAD_NURSERY } from '../thread-nursery.ts';
import type { ErasureAsked, ErasureTold } from './erasure-channel.ts';
import type { ErasureWork, ErasureWorkSettings } from './erasure-work.ts';

type Answer = Extract<ErasureTold, { answer: unknown }>['answer'];
type Waiting = { readonly answered: PromiseWithResolvers<Answer> } & Pick<ErasureOptions, 'hear'>;
/** A question without the number that it gets. */
type Asked =
  Exclude<ErasureAsked, { what: 'stop' | 'close' }> extends infer Each
    ? Each extends unknown
      ? Omit<Each, 'id'>
      : never
    : never;

/** For how long a thread without work waits for more: an erasure asks several questions one after the other. */
const IDLE_MS = 200;

/** Erases in a thread, which is there while there is something to do. */
export function openErasureThread(settings: ErasureWorkSettings): ErasureWork {
  const thread = new ErasureThread(settings);
  return {
    names: (project, person) => thread.ask({ what: 'names', project, person }),
    preview: (project, person) => thread.ask({ what: 'preview', project, person }),
    erase: (project, person, options) => thread.ask({ what: 'erase', project, person }, options),
    clear: (store, options) => thread.ask({ what: 'clear', store }, options),
    close: () => thread.close(),
  };
}

class ErasureThread {
  readonly #settings: ErasureWorkSettings;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | null = null;
  /** When all threads that there were have ended. */
  #ended: Promise<unknown> = Promise.resolve();
  #lastId = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(settings: ErasureWorkSettings) {
    this.#settings = settings;
  }

  /** Starts the thread where there is none. */
  async ask<Given extends Answer>(asked: Asked, { signal, hear: tell }: ErasureOptions = {}): Promise<Given> {
    signal?.throwIfAborted();
    clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = Promise.withResolvers<Answer>();
    this.#waiting.set(id, { answered, ...(tell && { hear: tell }) });
    this.#say({ id, ...asked });
    signal?.addEventListener('abort', () => this.#say({ id, what: 'stop' }), { once: true });
    // Of the kind that the question asks for.
    return answered.promise as Promise<Given>;
  }

  /** Waits for what was asked, and for the thread. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#waiting.values()].map(({ answered }) => answered.promise));
    this.#end();
    await this.#ended;
  }

  #start(): Worker {
    const started = new Worker(new URL('./erasure-thread.bundle.js', import.meta.url), {
      name: 'erasure',
      workerData: this.#settings,
      resourceLimits: THREAD_NURSERY,
      // Closing a file of a database by another way than SQLite takes the locks of all threads from it.
      trackUnmanagedFds: false,
    });
    this.#ended = Promise.all([this.#ended, new Promise((resolve) => started.once('exit', resolve))]);
    started.on('message', (told: ErasureTold) => this.#hear(told));
    started.on('error', (error) => {
      if (this.#thread === started) this.#thread = null;
      for (const { answered } of this.#waiting.values()) answered.reject(error);
      this.#waiting.clear();
    });
    return started;
  }

  #hear(told: ErasureTold): void {
    const asked = this.#waiting.get(told.id);
    if ('progress' in told) {
      asked?.hear?.(told.progress);
      return;
    }
    this.#waiting.delete(told.id);
    if ('failure' in told) asked?.answered.reject(unpackError(told.failure));
    else asked?.answered.resolve(told.answer);
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#end(), IDLE_MS);
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#say({ what: 'close' });
    this.#thread = null;
  }

  #say(asked: ErasureAsked): void {
    this.#thread?.postMessage(asked);
  }
}
