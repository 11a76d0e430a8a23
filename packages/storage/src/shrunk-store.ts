/** What the file of a store took before it was made small, and takes now, in bytes. */
export type ShrunkStore = { readonly before: number; readonly after: number };

/** What is done next while a file is made small. */
export type ShrinkStep =
  | { readonly kind: 'archiving'; readonly project: number; readonly of: number }
  | { readonly kind: 'rewriting' };
