import type { Log } from '../log.ts';

/**
 * Tells faults of ours that attempts meet: once for each destination, until an attempt there meets none or another.
 * Every delivery would meet it again, at each of its attempts.
 */
export class FaultLog {
  readonly #log: Log;
  readonly #told = new Map<string, string>();
  readonly #toldOnce = new Set<string>();

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

  /** Tells once, for all destinations and as long as the collector runs, what many deliveries meet and none can mend. */
  tellOnce(error: Error, message: string): void {
    if (this.#toldOnce.has(message)) return;
    this.#toldOnce.add(message);
    this.#log.warn({ cause: error.message }, message);
  }

  /** An attempt to it met none. */
  forget(destination: string): void {
    this.#told.delete(destination);
  }
}
