import { setPriority } from 'node:os';

/** The thread that calls. */
const THIS = 0;

/**
 * Lets all threads that take, store and send events go before the thread that calls this, where there are fewer
 * processors than work. It is not for a thread that writes: others would wait for it while it waits for its turn. Linux
 * alone gives each thread a priority of its own. `niceness`: 0 to 19, the highest goes last.
 * docs/performance.md tells what it is worth.
 */
export function giveWay(niceness: number): void {
  if (process.platform === 'linux') setPriority(THIS, niceness);
}
