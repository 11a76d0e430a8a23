type Rule = {
  readonly steps: number;
  readonly windowMs: number;
  /** Every actor is below this. */
  readonly room: number;
};
/** Of a step, some of those who took it, and how long after the step before. */
type Taken = { count: number; readonly actor: Uint32Array; readonly pause: Float64Array };

/** A 1 for each actor who is looked at; null for all. */
export type Chosen = Uint8Array | null;

/** Few need little room, and many are never copied to where there is more. */
const FIRST_ROOM = 1024;
const MOST_ROOM = 65_536;
const UNDECIDED = 0xff;

/**
 * Follows each actor from the first start on, each next step as early as it can be, while events come in the order of time. A later
 * start leads further only where a step came too late for the first: those actors are left undecided.
 */
export class FirstChains {
  /** How many actors are. */
  undecided = 0;
  readonly #windowMs: number;
  /** By actor, the next step. */
  readonly #next: Uint8Array;
  readonly #startedAt: Float64Array;
  readonly #lastAt: Float64Array;
  /** By step, in the order in which it was taken. */
  readonly #taken: readonly Taken[][];

  constructor({ steps, windowMs, room }: Rule) {
    this.#windowMs = windowMs;
    this.#next = new Uint8Array(room);
    this.#startedAt = new Float64Array(room);
    this.#lastAt = new Float64Array(room);
    this.#taken = Array.from({ length: steps }, () => [roomFor(FIRST_ROOM)]);
  }

  /** `at`: epoch milliseconds, not before any that was added. */
  add(step: number, at: number, actor: number): void {
    if (this.#next[actor] !== step) return;
    if (step === 0) this.#startedAt[actor] = at;
    else if (at - (this.#startedAt[actor] as number) > this.#windowMs) {
      this.#next[actor] = UNDECIDED;
      this.undecided += 1;
      return;
    }
    this.#take(step, actor, at - (this.#lastAt[actor] as number));
    this.#lastAt[actor] = at;
    this.#next[actor] = step + 1;
  }

  isUndecided(actor: number): boolean {
    return this.#next[actor] === UNDECIDED;
  }

  /** Visits each step that was taken by the decided ones who are looked at; the pause before the first is of no meaning. */
  each(chosen: Chosen, visit: (step: number, pause: number) => void): void {
    for (const [step, all] of this.#taken.entries())
      for (const taken of all) this.#visit(taken, chosen, (pause) => visit(step, pause));
  }

  #visit({ count, actor, pause }: Taken, chosen: Chosen, visit: (pause: number) => void): void {
    for (let index = 0; index < count; index += 1) {
      const who = actor[index] as number;
      if (!this.isUndecided(who) && isChosen(chosen, who)) visit(pause[index] as number);
    }
  }

  #take(step: number, actor: number, pause: number): void {
    const all = this.#taken[step] as Taken[];
    let taken = all.at(-1) as Taken;
    if (taken.count === taken.actor.length) {
      taken = roomFor(Math.min(2 * taken.count, MOST_ROOM));
      all.push(taken);
    }
    taken.actor[taken.count] = actor;
    taken.pause[taken.count] = pause;
    taken.count += 1;
  }
}

export function isChosen(chosen: Chosen, actor: number): boolean {
  return chosen === null || chosen[actor] === 1;
}

function roomFor(count: number): Taken {
  return { count: 0, actor: new Uint32Array(count), pause: new Float64Array(count) };
}
