/** A quarter: what comes next is seldom much larger. */
const GROWTH = 1.25;

/** How long an array is made that has to hold so many: so that what comes next mostly fits, and it is seldom made anew. */
export const withRoomToGrow = (length: number) => Math.ceil(length * GROWTH);
