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
  const waiting = new Map<number, Waiting>();
  let thread: Worker | null = null;
  let ended: Promise<unknown> = Promise.resolve();
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(new URL('./erasure-thread.bundle.js', import.meta.url), {
      name: 'erasure',
      workerData: settings,
      resourceLimits: THREAD_NURSERY,
      // Closing a file of a database by another way than SQLite takes the locks of all threads from it.
      trackUnmanagedFds: false,
    });
    ended = Promise.all([ended, new Promise((resolve) => started.once('exit', resolve))]);
    started.on('message', hear);
    started.on('error', (error) => {
      if (thread === started) thread = null;
      for (const { answered } of waiting.values()) answered.reject(error);
      waiting.clear();
    });
    return started;
  }

  function hear(told: ErasureTold): void {
    const asked = waiting.get(told.id);
    if ('progress' in told) {
      asked?.hear?.(told.progress);
      return;
    }
    waiting.delete(told.id);
    if ('failure' in told) asked?.answered.reject(unpackError(told.failure));
    else asked?.answered.resolve(told.answer);
    if (waiting.size === 0) idle = setTimeout(end, IDLE_MS);
  }

  function end(): void {
    clearTimeout(idle);
    say({ what: 'close' });
    thread = null;
  }

  function say(asked: ErasureAsked): void {
    thread?.postMessage(asked);
  }

  async function ask<Given extends Answer>(
    asked: Asked,
    { signal, hear: tell }: ErasureOptions = {},
  ): Promise<Given> {
    signal?.throwIfAborted();
    clearTimeout(idle);
    thread ??= start();
    lastId += 1;
    const id = lastId;
    const answered = Promise.withResolvers<Answer>();
    waiting.set(id, { answered, ...(tell && { hear: tell }) });
    say({ id, ...asked });
    signal?.addEventListener('abort', () => say({ id, what: 'stop' }), { once: true });
    // Of the kind that the question asks for.
    return answered.promise as Promise<Given>;
  }

  return {
    names: (project, person) => ask({ what: 'names', project, person }),
    preview: (project, person) => ask({ what: 'preview', project, person }),
    erase: (project, person, options) => ask({ what: 'erase', project, person }, options),
    clear: (store, options) => ask({ what: 'clear', store }, options),
    async close() {
      await Promise.allSettled([...waiting.values()].map(({ answered }) => answered.promise));
      end();
      await ended;
    },
  };
}
