const FEW = 1 / 8;

/** Whether so few of all are worth to be kept apart: where they are more, columns of all are no longer than what would be kept. */
export const areFew = (some: number, all: number): boolean => some <= all * FEW;
