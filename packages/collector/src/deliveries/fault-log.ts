import type { Log } from '../log.ts';

/**
 * Tells faults of ours that attempts meet: once for each destination, until an attempt there meets none or another.
 * Every delivery would meet it again, at each of its attempts.
 */
export class FaultLog {
  readonly #log: Log;
  readonly #told = new Map<string, string>();

  constructor(log: Log) {
    this.#log = log;
  }

  tell(destination: string, error: unknown): void {
    const text = String(error);
    if (this.#told.get(destination) === text) return;
    this.#told.set(destination, text);
    this.#log.error(
      { err: error, destination },
      'A delivery could not be sent, for a fault of the collector',
    );
  }

  /** An attempt to it met none. */
  forget(destination: string): void {
    this.#told.delete(destination);
  }
}
