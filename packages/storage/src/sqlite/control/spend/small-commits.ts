import { channel } from 'node:diagnostics_channel';
import { setTimeout } from 'node:timers/promises';
import type { Connection } from '../../open-database.ts';

/** Below the 50 ms that anybody may have to wait, with room for a slow disk and a busy machine. */
const AIM_MS = 10;
const SMALLEST = 50;
const LARGEST = 2_000;

/** What a commit of at most `size` rows took, in milliseconds: by the clock, and of the processor, which others do not lengthen. */
export type CommitTaken = { readonly size: number; readonly elapsedMs: number; readonly cpuMs: number };

/** Told of every commit, in the process that writes. It costs nothing while nobody listens. */
export const SMALL_COMMITS = 'cvq.storage.small-commits';
const taken = channel(SMALL_COMMITS);

/**
 * Runs commits one after the other that hold the writer only for a moment, and leaves it to others for as long after
 * each. `size` is how many rows the next one may write; it follows how long the last one took. They wait for no disk: what
 * a power cut takes back nobody has been told of, and the next commit of another kind brings them to the disk before itself.
 */
export class SmallCommits {
  readonly #db: Connection;
  readonly #now: () => number;
  size = 250;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(db: Connection, now: () => number = () => performance.now()) {
    this.#db = db;
    this.#now = now;
  }

  async run<Result>(commit: () => Result): Promise<Result> {
    const { size } = this;
    const startedAt = this.#now();
    const cpuBefore = taken.hasSubscribers ? process.threadCpuUsage() : null;
    const result = this.#unsynced(commit);
    const took = this.#now() - startedAt;
    if (cpuBefore !== null) {
      const { user, system } = process.threadCpuUsage(cpuBefore);
      taken.publish({ size, elapsedMs: took, cpuMs: (user + system) / 1000 } satisfies CommitTaken);
    }
    if (took > AIM_MS) this.size = Math.max(SMALLEST, Math.floor(this.size / 2));
    else if (took < AIM_MS / 2) this.size = Math.min(LARGEST, this.size * 2);
    await setTimeout(took);
    return result;
  }

  #unsynced<Result>(commit: () => Result): Result {
    const usual = this.#db.pragma('synchronous', { simple: true }) as number;
    this.#db.pragma('synchronous = NORMAL');
    try {
      return commit();
    } finally {
      this.#db.pragma(`synchronous = ${usual}`);
    }
  }
}
