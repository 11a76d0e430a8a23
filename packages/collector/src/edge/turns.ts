/** What can be let go on. */
export type Waiting = { goOn(): void };

export type TurnsOptions = {
  /** Requests that one client may begin in one turn. */
  readonly aTurn: number;
  /** Whether those that wait leave the loop to others for as long as the last turn took. */
  readonly givesWay: boolean;
  /** Milliseconds that the loop has worked; tests bring their own. */
  readonly clock?: () => number;
};

/** Timers know nothing shorter. */
const LEAST_REST_MS = 1;
/** However busy it is, nobody waits for longer than this for each of its turns. */
const LONGEST_REST_MS = 10;

/**
 * Shares the event loop among clients: in one turn of it a client begins a few requests, and those of its other
 * connections wait for the next turn. Without that, who has two hundred connections has two hundred requests answered
 * before anyone else has one.
 */
export class Turns {
  readonly #aTurn: number;
  readonly #givesWay: boolean;
  readonly #clock: () => number;
  readonly #begun = new Map<string, number>();
  readonly #waiting = new Map<string, Set<Waiting>>();
  #isScheduled = false;
  #since = 0;

  constructor({ aTurn, givesWay, clock = workedMs }: TurnsOptions) {
    this.#aTurn = aTurn;
    this.#givesWay = givesWay;
    this.#clock = clock;
  }

  /** Whether a request of the client may begin now; if not, what waits is let go on in a later turn. */
  mayBegin(client: string, asking: Waiting): boolean {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(() => this.#next());
    }
    const begun = this.#begun.get(client) ?? 0;
    if (begun < this.#aTurn) {
      this.#begun.set(client, begun + 1);
      return true;
    }
    const others = this.#waiting.get(client);
    if (others === undefined) this.#waiting.set(client, new Set([asking]));
    else others.add(asking);
    return false;
  }

  #next(): void {
    this.#begun.clear();
    if (this.#givesWay) this.#since = this.#clock();
    for (const [client, waiting] of [...this.#waiting]) {
      let count = 0;
      for (const one of waiting) {
        if (count === this.#aTurn) break;
        count += 1;
        waiting.delete(one);
        one.goOn();
      }
      if (waiting.size === 0) this.#waiting.delete(client);
    }
    if (this.#waiting.size > 0 && this.#givesWay) setImmediate(() => this.#rest());
    else if (this.#waiting.size > 0 || this.#begun.size > 0) setImmediate(() => this.#next());
    else this.#isScheduled = false;
  }

  /** What the last requests began is done by now, or waits for something itself. */
  #rest(): void {
    const took = this.#clock() - this.#since;
    setTimeout(() => this.#next(), Math.min(LONGEST_REST_MS, Math.max(LEAST_REST_MS, took)));
  }
}

/** Time of the processor: on a busy machine, the clock on the wall would count the work of others as well. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
