/** When all pictures are taken, in epoch milliseconds. */
export const PINNED_MOMENT = Date.parse('2026-11-19T08:37:00.000Z');
