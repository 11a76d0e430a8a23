/** What the file of a store took before it was made small, and takes now, in bytes. */
export type ShrunkStore = { readonly before: number; readonly after: number };
