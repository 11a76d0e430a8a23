/** A bit for each event of a day, that of the first one the lowest. */
export type EventBits = Uint32Array;

/** 1 or 0. */
export const bitOf = (bits: EventBits, index: number) => ((bits[index >>> 5] as number) >>> (index & 31)) & 1;
