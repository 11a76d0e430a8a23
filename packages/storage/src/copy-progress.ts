import type { StoreName } from './store-errors.ts';

/** How far the copy of a store is: `done` is the part of it that is copied, 0 to 1. */
export type CopyProgress = { readonly store: StoreName; readonly done: number };
