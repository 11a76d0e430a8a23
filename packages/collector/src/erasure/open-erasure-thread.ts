import { Worker } from 'node:worker_threads';
import { type ErasureOptions, type ErasureReceipt, unpackError } from '@cvq/storage';
import type { ErasureAsked, ErasureTold } from './erasure-channel.ts';
import type { ErasureWork, ErasureWorkSettings } from './erasure-work.ts';
import type { NamedPerson } from './named-person.ts';

type Waiting = { readonly answered: PromiseWithResolvers<ErasureReceipt | null> } & Pick<
  ErasureOptions,
  'hear'
>;

/** Erases in a thread, which is there while there is something to do. */
export function openErasureThread(settings: ErasureWorkSettings): ErasureWork {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | null = null;
  let ended: Promise<unknown> = Promise.resolve();
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL('./erasure-thread.bundle.js', import.meta.url), {
      workerData: settings,
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
    else asked?.answered.resolve(told.answer as ErasureReceipt | null);
    if (waiting.size === 0) end();
  }

  function end(): void {
    say({ what: 'close' });
    thread = null;
  }

  function say(asked: ErasureAsked): void {
    thread?.postMessage(asked);
  }

  async function ask(
    what: 'preview' | 'erase',
    of: { project: string; person: NamedPerson },
    { signal, hear: tell }: ErasureOptions = {},
  ): Promise<ErasureReceipt | null> {
    signal?.throwIfAborted();
    thread ??= start();
    lastId += 1;
    const id = lastId;
    const answered = Promise.withResolvers<ErasureReceipt | null>();
    waiting.set(id, { answered, ...(tell && { hear: tell }) });
    say({ id, what, ...of });
    signal?.addEventListener('abort', () => say({ id, what: 'stop' }), { once: true });
    return answered.promise;
  }

  return {
    preview: (project, person) => ask('preview', { project, person }),
    erase: (project, person, options) => ask('erase', { project, person }, options),
    async close() {
      await Promise.allSettled([...waiting.values()].map(({ answered }) => answered.promise));
      await ended;
    },
  };
}
