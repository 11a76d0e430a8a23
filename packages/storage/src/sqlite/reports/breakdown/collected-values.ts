import { workingMemory } from '../../working-memory.ts';

const FIRST_ROOM = 4096;
const NOTHING = new Uint32Array(1);

/** Of each session the different values that its events have, by its number. */
export class CollectedValues {
  readonly #room: number;
  #sessions = workingMemory.uint32(FIRST_ROOM);
  #values: Uint32Array = workingMemory.uint32(FIRST_ROOM);
  #count = 0;
  /** By session the value that was added last, from 1: most events of a session have that of the one before. */
  readonly #last: Uint32Array;
  #ends: Uint32Array | null = null;

  /** @param room every number of a session is below it */
  constructor(room: number) {
    this.#room = room;
    this.#last = workingMemory.uint32(room);
  }

  add(session: number, value: number): void {
    if (this.#last[session] === value + 1) return;
    this.#last[session] = value + 1;
    if (this.#count === this.#sessions.length) this.#widen();
    this.#sessions[this.#count] = session;
    this.#values[this.#count] = value;
    this.#count += 1;
  }

  /** "(not set)" where none was added. After the first call nothing more can be added. */
  of(session: number): Uint32Array {
    this.#ends ??= this.#sort();
    const from = session === 0 ? 0 : (this.#ends[session - 1] as number);
    const to = this.#ends[session] as number;
    return from === to ? NOTHING : this.#values.subarray(from, to);
  }

  /** Puts the values in the order of sessions, each once for a session; gives where those of each session end. */
  #sort(): Uint32Array {
    const next = workingMemory.uint32(this.#room + 1);
    for (let index = 0; index < this.#count; index += 1) {
      const after = (this.#sessions[index] as number) + 1;
      next[after] = (next[after] as number) + 1;
    }
    for (let session = 1; session <= this.#room; session += 1)
      next[session] = (next[session] as number) + (next[session - 1] as number);
    const sorted = workingMemory.uint32(this.#count);
    let highest = 0;
    for (let index = 0; index < this.#count; index += 1) {
      const session = this.#sessions[index] as number;
      const place = next[session] as number;
      const value = this.#values[index] as number;
      sorted[place] = value;
      next[session] = place + 1;
      if (value > highest) highest = value;
    }
    return this.#keepOnce(sorted, { ends: next, highest });
  }

  /** `ends` has where the values of each session end among those that are sorted, and is overwritten. */
  #keepOnce(
    sorted: Uint32Array,
    { ends, highest }: { readonly ends: Uint32Array; readonly highest: number },
  ): Uint32Array {
    // By value the last session that had it, from 1.
    const seenIn = workingMemory.uint32(highest + 1);
    let kept = 0;
    let from = 0;
    for (let session = 0; session < this.#room; session += 1) {
      const to = ends[session] as number;
      for (let index = from; index < to; index += 1) {
        const value = sorted[index] as number;
        if (seenIn[value] === session + 1) continue;
        seenIn[value] = session + 1;
        sorted[kept] = value;
        kept += 1;
      }
      ends[session] = kept;
      from = to;
    }
    this.#values = sorted;
    return ends;
  }

  #widen(): void {
    const room = this.#sessions.length * 2;
    this.#sessions = workingMemory.copyOf(this.#sessions, room);
    this.#values = workingMemory.copyOf(this.#values, room);
  }
}
