import { workingMemory } from '../../working-memory.ts';

/** What the higher part of an instant counts, in milliseconds. */
const WORD = 2 ** 32;
const BYTE = 2 ** 8;

/**
 * An instant of each of many, in milliseconds since one that all share: in four bytes where it spans less than 50 days,
 * in five where less than 35 years. A float of each would be a third of what a large funnel works with.
 */
export class Instants {
  readonly #low: Uint32Array;
  /** Null where the lower part is all. */
  readonly #high: Uint8Array | Uint16Array | null;

  /** @param spanMs every instant is below it */
  constructor(room: number, spanMs: number) {
    this.#low = workingMemory.uint32(room);
    this.#high = highPart(room, spanMs);
  }

  at(place: number): number {
    const low = this.#low[place] as number;
    return this.#high === null ? low : low + WORD * (this.#high[place] as number);
  }

  set(place: number, ms: number): void {
    this.#low[place] = ms;
    if (this.#high !== null) this.#high[place] = ms / WORD;
  }
}

function highPart(room: number, spanMs: number): Uint8Array | Uint16Array | null {
  if (spanMs <= WORD) return null;
  return spanMs <= WORD * BYTE ? workingMemory.uint8(room) : workingMemory.uint16(room);
}
