/** An event as it was captured, before it is made an entry for each project. */
export type Captured = {
  /** The JSON of the head without the project's own part. */
  readonly head: string;
  readonly event: string;
  readonly userData?: string | undefined;
  /** A page view that the SDK counts by itself: not for projects that asked for none. It has waited for its title. */
  readonly isAutomatic?: boolean | undefined;
};
