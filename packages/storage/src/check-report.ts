/** The finding of an integrity check: what is broken, in words; empty when all is well. */
export type CheckReport = {
  readonly store: string;
  readonly problems: readonly string[];
  /** What there is to say where nothing is broken; the state of the schema, say. */
  readonly note?: string;
};
