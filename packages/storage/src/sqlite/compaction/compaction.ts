import { HOUR_MS, MINUTE_MS } from '@cvq/contract/constants';
import { LRUCache } from 'lru-cache';
import type { Timers } from '../timers.ts';
import { type Compacted, type CompactionThread, NOTHING } from './open-compaction-thread.ts';

type Options = {
  readonly timers: Timers;
  /**
   * What is asked of a reader first, so that the thread need not be started where there is nothing to do: the keys of
   * all projects, and whether one of them has nothing to do. They reject where no reader has time.
   */
  readonly projects: () => Promise<readonly string[]>;
  readonly isAllCompacted: (project: string) => Promise<boolean>;
  /** From when on a project keeps what happened, in epoch milliseconds; null where it keeps all, as every one does without it. */
  readonly keptFrom?: ((project: string) => Promise<number | null>) | undefined;
  readonly noteCompacted: (done: Compacted) => void;
  /** Called when failing begins, not again until something has succeeded. */
  readonly warn: (error: Error) => void;
};

/** For how long nothing is compacted after a request, and after a pass: as long as that took, and at least this. */
const MIN_REST_MS = 1000;
/**
 * And at most this: a process that was held in the middle of a pass, as containers and machines can be, has not been
 * busy for all of that. After each failure in a row the rest is twice as long, up to the same: a full disk stays full
 * for a while.
 */
const MAX_REST_MS = 300_000;

/** A project that had nothing left to do is not looked at again for so long, however often it is asked about. */
const LOOKED_AT_MS = 10_000;
const REMEMBERED = 10_000;

/** When all projects are looked through after a start, such as for what was imported or migrated, and how often from then on. */
const FIRST_SWEEP_MS = MINUTE_MS;
const SWEEP_MS = HOUR_MS;

/**
 * When projects are compacted: soon where one is asked about, once in ten seconds where it has nothing to do, and all
 * of them every hour, so that a question seldom meets what is not compacted. They are compacted one at a time, in
 * passes with a rest between them. So looking through a busy project takes at most half of one core, except for passes of
 * more than five minutes, and no project is compacted twice at a time. Who asks about a project has the machine for
 * itself for a moment, and the reader that others would start for a look beside.
 */
export class Compaction {
  readonly #thread: CompactionThread;
  readonly #options: Options;
  readonly #waiting = new Set<string>();
  /** When a project was found to have nothing to do. */
  readonly #atRest = new LRUCache<string, number>({ max: REMEMBERED });
  #pass: Promise<void> | null = null;
  #stopResting: (() => void) | null = null;
  #stopSweeping: () => void;
  /** Until one had none, in the pass that is under way. */
  #haveReadersTime = true;
  #failures = 0;
  #isClosed = false;

  constructor(thread: CompactionThread, options: Options) {
    this.#thread = thread;
    this.#options = options;
    this.#stopSweeping = options.timers.later(() => void this.#sweep(), FIRST_SWEEP_MS);
  }

  /** Compacts what can be of some projects, soon. */
  request(projects: Iterable<string>): void {
    if (this.#isClosed) return;
    const now = this.#options.timers.now();
    for (const project of projects)
      if (now - (this.#atRest.get(project) ?? Number.NEGATIVE_INFINITY) >= LOOKED_AT_MS)
        this.#waiting.add(project);
    if (this.#waiting.size > 0 && this.#pass === null && this.#stopResting === null) this.#rest(MIN_REST_MS);
  }

  /** Ends the thread. What is waiting is left uncompacted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.clear();
    this.#stopResting?.();
    this.#stopSweeping();
    await this.#thread.close();
    await this.#pass;
  }

  async #sweep(): Promise<void> {
    this.#stopSweeping = this.#options.timers.later(() => void this.#sweep(), SWEEP_MS);
    // What cannot be read now is tried again in an hour, and warned of when a project is compacted.
    const all = this.#options.projects().catch(() => (this.#isClosed ? [] : this.#thread.projects()));
    this.request(await all.catch(() => []));
  }

  #begin(): void {
    if (this.#pass !== null || this.#stopResting !== null || this.#waiting.size === 0) return;
    this.#pass = this.#compactAll().then((restMs) => {
      this.#pass = null;
      if (!this.#isClosed) this.#rest(restMs);
    });
  }

  #rest(ms: number): void {
    this.#stopResting = this.#options.timers.later(() => {
      this.#stopResting = null;
      this.#begin();
    }, ms);
  }

  /** Gives for how long to rest. */
  async #compactAll(): Promise<number> {
    const { timers, noteCompacted, warn } = this.#options;
    const begun = timers.now();
    this.#haveReadersTime = true;
    for (const project of [...this.#waiting]) {
      this.#waiting.delete(project);
      try {
        const done = await this.#compact(project);
        this.#failures = 0;
        const hasDone = done.days + done.rows + done.expired + done.broken.length > 0;
        if (hasDone) noteCompacted(done);
        const isMore = done.isMoreToStore || done.daysLeft + done.blocksLeft > 0 || done.isMoreToExpire;
        if (!hasDone && !isMore) this.#atRest.set(project, timers.now());
        if (isMore && !this.#isClosed) this.#waiting.add(project);
      } catch (error) {
        if (this.#isClosed) break;
        if (this.#failures === 0) warn(error as Error);
        this.#failures += 1;
        this.#waiting.add(project);
        return Math.min(MIN_REST_MS * 2 ** this.#failures, MAX_REST_MS);
      }
    }
    return Math.min(Math.max(MIN_REST_MS, timers.now() - begun), MAX_REST_MS);
  }

  /** Where no reader had time to look, the thread is asked of all that are left of the pass. */
  async #compact(project: string): Promise<Compacted> {
    const { keptFrom, isAllCompacted } = this.#options;
    const from = keptFrom === undefined ? null : await keptFrom(project);
    if (from === null && this.#haveReadersTime && !this.#isClosed) {
      const isDone = await isAllCompacted(project).catch(() => null);
      if (isDone === true) return NOTHING;
      this.#haveReadersTime = isDone !== null;
    }
    if (this.#isClosed) throw new Error('Nothing is compacted any more');
    return this.#thread.compact(project, from);
  }
}
