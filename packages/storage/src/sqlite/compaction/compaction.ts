import { LRUCache } from 'lru-cache';
import type { Timers } from '../timers.ts';
import { type Compacted, type CompactionThread, NOTHING } from './open-compaction-thread.ts';

type Options = {
  readonly timers: Timers;
  /** The keys of all projects. */
  readonly projects: () => Promise<readonly string[]>;
  /** Whether a project has nothing to do, so that the thread need not be asked, nor started. */
  readonly isAllCompacted: (project: string) => Promise<boolean>;
  /** From when on a project keeps what happened, in epoch milliseconds; null where it keeps all, as every one does without it. */
  readonly keptFrom?: ((project: string) => Promise<number | null>) | undefined;
  readonly noteCompacted: (done: Compacted) => void;
  /** Called when failing begins, not again until something has succeeded. */
  readonly warn: (error: Error) => void;
};

/** For how long nothing is compacted after the first request, and after a pass: as long as that took, and at least this. */
const MIN_REST_MS = 1000;
/** After each failure in a row the rest is twice as long, up to this: a full disk stays full for a while. */
const MAX_REST_MS = 300_000;

/**
 * A project that had nothing to do is not looked at again for so long, however often it is asked about: each time for twice as long as before, up to
 * the longest, so that a quiet collector needs no thread for that.
 */
const FIRST_LEFT_ALONE_MS = 10_000;
const LONGEST_LEFT_ALONE_MS = 160_000;
const REMEMBERED = 10_000;
type LeftAlone = { readonly since: number; readonly forMs: number };

/** When all projects are looked through after a start, such as for what was imported or migrated, and how often from then on. */
const FIRST_SWEEP_MS = 60_000;
const SWEEP_MS = 3_600_000;

/**
 * When projects are compacted: soon where one is asked about, in a while where it had nothing to do, and all of them every hour, so that a question seldom
 * meets what is not compacted. They are compacted one at a time, in passes with a rest between them. So looking through a
 * busy project takes at most half of one core, and no project is compacted twice at a time. The first questions after a
 * start have the machine for themselves.
 */
export class Compaction {
  readonly #thread: CompactionThread;
  readonly #options: Options;
  readonly #waiting = new Set<string>();
  /** Projects that were found to have nothing to do. */
  readonly #leftAlone = new LRUCache<string, LeftAlone>({ max: REMEMBERED });
  #pass: Promise<void> | null = null;
  #hasBegun = false;
  #stopResting: (() => void) | null = null;
  #stopSweeping: () => void;
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
    for (const project of projects) if (!this.#isLeftAlone(project)) this.#waiting.add(project);
    if (this.#hasBegun) this.#begin();
    else this.#rest(MIN_REST_MS);
    this.#hasBegun = true;
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

  #isLeftAlone(project: string): boolean {
    const left = this.#leftAlone.get(project);
    return left !== undefined && this.#options.timers.now() - left.since < left.forMs;
  }

  #leaveAlone(project: string): void {
    const before = this.#leftAlone.get(project);
    const forMs = before ? Math.min(2 * before.forMs, LONGEST_LEFT_ALONE_MS) : FIRST_LEFT_ALONE_MS;
    this.#leftAlone.set(project, { since: this.#options.timers.now(), forMs });
  }

  async #sweep(): Promise<void> {
    this.#stopSweeping = this.#options.timers.later(() => void this.#sweep(), SWEEP_MS);
    this.#hasBegun = true;
    // What cannot be read now is tried again in an hour, and warned of when a project is compacted.
    this.request(await this.#options.projects().catch(() => []));
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
    for (const project of [...this.#waiting]) {
      this.#waiting.delete(project);
      try {
        const done = await this.#compact(project);
        this.#failures = 0;
        const hasDone = done.days + done.rows + done.expired + done.broken.length > 0;
        if (hasDone) noteCompacted(done);
        const isMore = done.isMoreToStore || done.daysLeft + done.blocksLeft > 0 || done.isMoreToExpire;
        if (!hasDone && !isMore) this.#leaveAlone(project);
        else this.#leftAlone.delete(project);
        if (isMore && !this.#isClosed) this.#waiting.add(project);
      } catch (error) {
        if (this.#isClosed) break;
        if (this.#failures === 0) warn(error as Error);
        this.#failures += 1;
        this.#waiting.add(project);
        return Math.min(MIN_REST_MS * 2 ** this.#failures, MAX_REST_MS);
      }
    }
    return Math.max(MIN_REST_MS, timers.now() - begun);
  }

  async #compact(project: string): Promise<Compacted> {
    const { keptFrom, isAllCompacted } = this.#options;
    const from = keptFrom === undefined ? null : await keptFrom(project);
    // Where that cannot be told, the thread is asked.
    if (from === null && (await isAllCompacted(project).catch(() => false))) return NOTHING;
    return this.#thread.compact(project, from);
  }
}
