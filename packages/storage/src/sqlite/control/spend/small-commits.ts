import { setTimeout } from 'node:timers/promises';

/** Below the 50 ms that anybody may have to wait, with room for a slow disk. */
const AIM_MS = 20;
const SMALLEST = 50;
const LARGEST = 2_000;

/**
 * Runs commits one after the other that hold the writer only for a moment, and leaves it to others for as long after
 * each. `size` is how many rows the next one may write; it follows how long the last one took.
 */
export class SmallCommits {
  size = 250;

  async run<Result>(commit: () => Result): Promise<Result> {
    const startedAt = performance.now();
    const result = commit();
    const took = performance.now() - startedAt;
    if (took > AIM_MS) this.size = Math.max(SMALLEST, Math.floor(this.size / 2));
    else if (took < AIM_MS / 2) this.size = Math.min(LARGEST, this.size * 2);
    await setTimeout(took);
    return result;
  }
}
