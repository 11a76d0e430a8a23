/** A browser or an operating system; an empty text where something is unknown. */
export type Product = { readonly name: string; readonly version: string };
