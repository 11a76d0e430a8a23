/**
 * Room for what is short-lived in a thread that handles many events or deliveries: each half of the nursery has a third
 * of it, as much as in the main thread. A small one keeps the thread small.
 */
export const THREAD_NURSERY = { maxYoungGenerationSizeMb: 12 } as const;
