import { signal } from '@preact/signals';

/** How many are there now, as it was last heard; null before that. */
export const liveVisitors = signal<number | null>(null);
