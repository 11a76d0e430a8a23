import type { Log } from '../log.ts';

/** After a failure the store is tried this often, so that readiness returns without traffic. */
const AFTER_FAILURE_MS = 1000;
/** Once it could be written again, the next tries follow sooner. */
const AFTER_SUCCESS_MS = 500;
/** Probes that must succeed one after the other. */
const PROBES = 3;

/**
 * Whether events can be stored. One failure ends it. A success does not bring it back, since on a disk with little room a
 * small event may find a place where the next group does not: only probes as large as a full group do, several in a
 * row with no failure among them. So `/readyz` does not change its answer with each request.
 */
export class Readiness {
  readonly #log: Log;
  readonly #probe: () => void;
  #isReady = true;
  #succeeded = 0;
  #timer: NodeJS.Timeout | null = null;

  /** `probe` is called when the store is to be tried. What came of it is to be told by `failed` or `probed`. */
  constructor(log: Log, probe: () => void) {
    this.#log = log;
    this.#probe = probe;
  }

  isReady(): boolean {
    return this.#isReady;
  }

  /** Something could not be stored, or a store is not as it should be. The first time is logged, with the cause. */
  failed(cause: Error): void {
    if (this.#isReady) {
      const failure = `${cause.name}: ${cause.message}`;
      this.#log.error({ failure }, 'Events cannot be stored, and none is acknowledged until they can');
    }
    this.#isReady = false;
    this.#succeeded = 0;
    this.#probeIn(AFTER_FAILURE_MS);
  }

  /** A probe could be written. */
  probed(): void {
    if (this.#isReady) return;
    this.#succeeded += 1;
    if (this.#succeeded < PROBES) this.#probeIn(AFTER_SUCCESS_MS);
    else {
      this.#isReady = true;
      this.#log.info('Events can be stored again');
    }
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Counted anew from the last failure: while requests fail, a probe would only make them wait. */
  #probeIn(ms: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#probe(), ms);
  }
}
