/** Requests that one client may begin in one turn of the event loop. */
const A_TURN = 8;

/** What can be let go on. */
export type Waiting = { goOn(): void };

/**
 * Shares the event loop among clients: in one turn of it a client begins a few requests, and those of its other
 * connections wait for the next turn. Without that, who has two hundred connections has two hundred requests answered
 * before anyone else has one.
 */
export class Turns {
  readonly #begun = new Map<string, number>();
  readonly #waiting = new Map<string, Set<Waiting>>();
  #isScheduled = false;

  /** Whether a request of the client may begin now; if not, what waits is let go on in a later turn. */
  mayBegin(client: string, asking: Waiting): boolean {
    this.#schedule();
    const begun = this.#begun.get(client) ?? 0;
    if (begun < A_TURN) {
      this.#begun.set(client, begun + 1);
      return true;
    }
    const others = this.#waiting.get(client);
    if (others === undefined) this.#waiting.set(client, new Set([asking]));
    else others.add(asking);
    return false;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isScheduled = false;
    this.#begun.clear();
    for (const [client, waiting] of [...this.#waiting]) {
      let count = 0;
      for (const one of waiting) {
        if (count === A_TURN) break;
        count += 1;
        waiting.delete(one);
        one.goOn();
      }
      if (waiting.size === 0) this.#waiting.delete(client);
    }
    if (this.#waiting.size > 0) this.#schedule();
  }
}
