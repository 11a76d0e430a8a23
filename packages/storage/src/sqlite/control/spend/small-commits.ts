import { setTimeout } from 'node:timers/promises';
import type { Connection } from '../../open-database.ts';

/** Below the 50 ms that anybody may have to wait, with room for a slow disk and a busy machine. */
const AIM_MS = 10;
const SMALLEST = 50;
const LARGEST = 2_000;

/**
 * Runs commits one after the other that hold the writer only for a moment, and leaves it to others for as long after
 * each. `size` is how many rows the next one may write; it follows how long the last one took. They wait for no disk: what
 * a power cut takes back nobody has been told of, and the next commit of another kind brings them to the disk before itself.
 */
export class SmallCommits {
  readonly #db: Connection;
  size = 250;

  constructor(db: Connection) {
    this.#db = db;
  }

  async run<Result>(commit: () => Result): Promise<Result> {
    const startedAt = performance.now();
    const result = this.#unsynced(commit);
    const took = performance.now() - startedAt;
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
