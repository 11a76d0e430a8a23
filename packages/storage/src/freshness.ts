/** How soon what was written is read: by the next question, or at most so much later. */
export type Freshness = 'at_once' | { readonly withinMs: number };
