import { workingMemory } from '../../working-memory.ts';

/** Events that are steps, in the order of time, of those who acted: which step, when, and by whom. */
export class FunnelSteps {
  count = 0;
  #step = workingMemory.uint8(4096);
  #at = workingMemory.float64(4096);
  #actor = workingMemory.uint32(4096);

  add(step: number, at: number, actor: number): void {
    if (this.count === this.#step.length) this.#widen();
    this.#step[this.count] = step;
    this.#at[this.count] = at;
    this.#actor[this.count] = actor;
    this.count += 1;
  }

  /**
   * The steps actor by actor, each one's in the order of time, and where those of each end: of an actor they begin where those
   * of the one before end.
   * @param room every actor is below this
   */
  byActor(room: number): { step: Uint8Array; at: Float64Array; ends: Uint32Array } {
    const next = workingMemory.uint32(room + 1);
    for (let index = 0; index < this.count; index += 1) {
      const after = (this.#actor[index] as number) + 1;
      next[after] = (next[after] as number) + 1;
    }
    for (let actor = 1; actor <= room; actor += 1)
      next[actor] = (next[actor] as number) + (next[actor - 1] as number);
    const step = workingMemory.uint8(this.count);
    const at = workingMemory.float64(this.count);
    for (let index = 0; index < this.count; index += 1) {
      const actor = this.#actor[index] as number;
      const place = next[actor] as number;
      step[place] = this.#step[index] as number;
      at[place] = this.#at[index] as number;
      next[actor] = place + 1;
    }
    return { step, at, ends: next };
  }

  #widen(): void {
    const room = this.#step.length * 2;
    const [step, at, actor] = [
      workingMemory.uint8(room),
      workingMemory.float64(room),
      workingMemory.uint32(room),
    ];
    step.set(this.#step);
    at.set(this.#at);
    actor.set(this.#actor);
    [this.#step, this.#at, this.#actor] = [step, at, actor];
  }
}
