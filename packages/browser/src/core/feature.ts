/**
 * Something that an application may leave out. It starts once, after `init` and before the first event. One that
 * returns false forbids all tracking on this page.
 */
export type Feature = {
  (): unknown;
  /** Does what is due also where nothing is tracked. */
  whenUntracked?(): void;
};
