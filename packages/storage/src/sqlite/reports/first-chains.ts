type Rule = {
  readonly steps: number;
  readonly windowMs: number;
  /** Every actor is below this. */
  readonly room: number;
};
/** Of a step, who took it, and how long after the step before. */
type Taken = { count: number; actor: Uint32Array; pause: Float64Array };

/** A 1 for each actor who is looked at; null for all. */
export type Chosen = Uint8Array | null;

const FIRST_ROOM = 1024;
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
  readonly #taken: readonly Taken[];

  constructor({ steps, windowMs, room }: Rule) {
    this.#windowMs = windowMs;
    this.#next = new Uint8Array(room);
    this.#startedAt = new Float64Array(room);
    this.#lastAt = new Float64Array(room);
    this.#taken = Array.from({ length: steps }, () => ({
      count: 0,
      actor: new Uint32Array(FIRST_ROOM),
      pause: new Float64Array(FIRST_ROOM),
    }));
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
    for (const [step, { count, actor, pause }] of this.#taken.entries()) {
      for (let index = 0; index < count; index += 1) {
        const who = actor[index] as number;
        if (!this.isUndecided(who) && isChosen(chosen, who)) visit(step, pause[index] as number);
      }
    }
  }

  #take(step: number, actor: number, pause: number): void {
    const taken = this.#taken[step] as Taken;
    if (taken.count === taken.actor.length) widen(taken);
    taken.actor[taken.count] = actor;
    taken.pause[taken.count] = pause;
    taken.count += 1;
  }
}

export function isChosen(chosen: Chosen, actor: number): boolean {
  return chosen === null || chosen[actor] === 1;
}

function widen(taken: Taken): void {
  const actor = new Uint32Array(taken.count * 2);
  const pause = new Float64Array(taken.count * 2);
  actor.set(taken.actor);
  pause.set(taken.pause);
  taken.actor = actor;
  taken.pause = pause;
}
