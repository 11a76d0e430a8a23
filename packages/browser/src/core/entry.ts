/**
 * An event that waits for its delivery, in texts, so that what the page does later to an object that it passed, or
 * to JSON, changes nothing.
 */
export type Entry = {
  /** What its batch must say of visitor and project. Events with equal heads travel together. */
  readonly head: string;
  readonly event: string;
  /** User data in the clear, which lives in memory only. */
  readonly userData?: string | undefined;
  /** When a copy went out of which nobody knows whether it arrived. */
  sentAt?: number | undefined;
  /** The collector was asked for that copy and did not have it. */
  isMissed?: boolean;
};
