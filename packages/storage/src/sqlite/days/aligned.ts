/** Of the widest number. */
export const ALIGNMENT = 8;

/** How many bytes there are where the next number begins. */
export const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
