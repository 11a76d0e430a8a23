/** What came of accepting that a store is lost, or that the events have gone back. */
export type AcceptedStore = {
  /** Whether a new, empty store is in its place; else it is continued with as it is. */
  readonly isNew: boolean;
  /** What the remains of a lost store are called now; null where there were none. */
  readonly as: string | null;
};
