import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import { logStoreNews } from '../log-store-news.ts';
import { THREAD_NURSERY } from '../thread-nursery.ts';
import type { WriterMessage, WriterNews, WriterSettings } from './writer-channel.ts';

/** The writer thread could not open what it needs, so that no event can be stored. */
export class WriterNotStarted extends Error {
  override readonly name = 'WriterNotStarted';
}

type Listeners = {
  /** Everything that the thread says. */
  onMessage(message: WriterMessage): void;
  /** The thread has died; nothing more is stored until `onReplaced`. */
  onDeath(error: Error): void;
  /** Another thread has taken its place. What the dead one had in hand is not confirmed. */
  onReplaced(error: unknown): void;
};

const THREAD_MEMORY = { ...THREAD_NURSERY, maxOldGenerationSizeMb: 192 };

/** A thread that dies at once must not be started a thousand times in a second. */
const RESTART_MS = 1000;

/** The thread that writes, and the next one when it has died. */
export class Writer {
  /** Rejects with WriterNotStarted when the first thread dies before it could open its stores. */
  readonly started: Promise<void>;
  /** To be spoken to: the thread of the moment. */
  thread: Worker;
  readonly #settings: WriterSettings;
  readonly #listeners: Listeners;
  readonly #log: Log;
  readonly #start = Promise.withResolvers<void>();
  #hasStarted = false;
  /** Whether the thread of the moment has started. */
  #isRunning = false;
  #isOver = false;
  #restartTimer: NodeJS.Timeout | null = null;

  constructor(settings: WriterSettings, listeners: Listeners, log: Log) {
    this.started = this.#start.promise;
    // Whoever closes it before it has started does not wait for that any more.
    this.started.catch(() => {});
    this.#settings = settings;
    this.#listeners = listeners;
    this.#log = log;
    this.thread = this.#startThread();
  }

  /** Ends the thread after what it has in hand. */
  async close(): Promise<void> {
    if (this.#restartTimer !== null) clearTimeout(this.#restartTimer);
    if (this.#isOver || this.#restartTimer !== null) return;
    this.#isOver = true;
    const ended = new Promise((resolve) => this.thread.once('exit', resolve));
    this.thread.postMessage('close');
    await ended;
  }

  #startThread(): Worker {
    const thread = new Worker(new URL('./writer-thread.bundle.js', import.meta.url), {
      name: 'writer',
      workerData: this.#settings,
      resourceLimits: THREAD_MEMORY,
      // Closing a file of a database by another way than SQLite takes the locks of all threads from it.
      trackUnmanagedFds: false,
    });
    // The first thing that it says is that it has started.
    thread.once('message', () => {
      this.#hasStarted = true;
      this.#isRunning = true;
      this.#start.resolve();
    });
    thread.on('message', (message: WriterMessage | WriterNews) => {
      if (message.kind === 'news') logStoreNews(message.news, this.#log);
      else this.#listeners.onMessage(message);
    });
    thread.on('error', (error) => {
      if (!this.#hasStarted) this.#giveUp(error);
      else if (!this.#isOver) this.#replace(error);
    });
    return thread;
  }

  /** What cannot even start once will not start the next time either. */
  #giveUp(error: unknown): void {
    this.#isOver = true;
    this.#start.reject(new WriterNotStarted(error instanceof Error ? error.message : String(error)));
  }

  #replace(error: unknown): void {
    // One that dies again before it could start says nothing new.
    if (this.#isRunning) this.#log.fatal({ err: error }, 'The writer thread died; starting another');
    this.#isRunning = false;
    this.#listeners.onDeath(error instanceof Error ? error : new Error(String(error)));
    this.#restartTimer = setTimeout(() => {
      this.#restartTimer = null;
      this.thread = this.#startThread();
      this.#listeners.onReplaced(error);
    }, RESTART_MS);
  }
}
