/** What somebody did, in the order of time: the steps from one place of these lists to another, and when each was. */
type Doings = {
  readonly step: Uint8Array;
  readonly at: Float64Array;
  readonly from: number;
  readonly to: number;
};
type Rule = { readonly steps: number; readonly windowMs: number };

/**
 * Finds how far somebody got: the times of the steps from the earliest start that leads furthest, each next step as early
 * as it can be. All steps lie within the window from the first one; events of one instant are in their order.
 */
export class ChainFinder {
  readonly #rule: Rule;
  /** By step, up to which place it was looked for. */
  readonly #places: Uint32Array;
  /** When each step was, of the chain in hand and of the furthest so far. */
  #chain: Float64Array;
  #furthest: Float64Array;

  constructor(rule: Rule) {
    this.#rule = rule;
    this.#places = new Uint32Array(rule.steps);
    this.#chain = new Float64Array(rule.steps);
    this.#furthest = new Float64Array(rule.steps);
  }

  /** The times of the steps that were reached. The next call overwrites the answer. */
  find(doings: Doings): Float64Array {
    const { step, from, to } = doings;
    this.#places.fill(from);
    let length = 0;
    for (let start = from; start < to && length < this.#rule.steps; start += 1) {
      if (step[start] !== 0) continue;
      const found = this.#follow(doings, start);
      if (found <= length) continue;
      [this.#chain, this.#furthest] = [this.#furthest, this.#chain];
      length = found;
    }
    return this.#furthest.subarray(0, length);
  }

  /** The chain from a start: how many steps it has. */
  #follow({ step, at, to }: Doings, start: number): number {
    const { steps, windowMs } = this.#rule;
    const startedAt = at[start] as number;
    this.#chain[0] = startedAt;
    let last = start;
    for (let wanted = 1; wanted < steps; wanted += 1) {
      // A later start cannot need an earlier event, so what was passed over stays passed over.
      let place = Math.max(this.#places[wanted] as number, last);
      while (place < to && step[place] !== wanted) place += 1;
      this.#places[wanted] = place;
      if (place === to || (at[place] as number) - startedAt > windowMs) return wanted;
      this.#chain[wanted] = at[place] as number;
      last = place;
    }
    return steps;
  }
}
