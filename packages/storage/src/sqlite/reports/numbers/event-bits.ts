import { workingMemory } from '../../working-memory.ts';

/** A bit for each event of a day, that of the first one the lowest. */
export type EventBits = Uint32Array;

/** Sets the bit of an event. */
export function setBit(bits: EventBits, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] as number) | (1 << (index & 31));
}

/** Room for so many events, of none of which the bit is set. */
export const noBits = (events: number): EventBits => workingMemory.uint32(Math.ceil(events / 32));

/** 1 or 0. */
export const bitOf = (bits: EventBits, index: number) => ((bits[index >>> 5] as number) >>> (index & 31)) & 1;
