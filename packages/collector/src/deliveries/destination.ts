import type { ClaimedDelivery, ReceiverAnswer } from '@cvq/storage';

/** Within this time an attempt has ended, however a receiver behaves. */
export const MAX_ATTEMPT_MS = 10_000;

/** How an attempt ended, or why there was none. */
export type SendResult =
  | { readonly outcome: 'acknowledged' | 'retry' | 'failed'; readonly answer: ReceiverAnswer }
  /** It is never sent, and this is why. */
  | { readonly outcome: 'skipped'; readonly reason: string }
  /** The destination takes nothing more before this time, in epoch milliseconds. No attempt is counted. */
  | { readonly outcome: 'pause'; readonly until: number };

/** What is to be sent for a delivery, or how that ended before anything was sent. */
type Preparation<Prepared> = { readonly send: Prepared } | { readonly result: SendResult };

/** How deliveries of one kind are sent. */
export type DestinationKind<Prepared = unknown> = {
  /** How long after the end of an attempt the next one is due: one entry for each attempt, the first is 0. */
  readonly delaysMs: readonly number[];
  /** How many deliveries to one destination go in one request. */
  readonly maxBatch: number;
  /** Called when they are sent, not when they were made. The answers have the order of the claims. */
  prepare(claims: readonly ClaimedDelivery[]): Promise<readonly Preparation<Prepared>[]>;
  /** One request. A result for each, in their order, within `MAX_ATTEMPT_MS`. */
  send(batch: readonly Prepared[], signal: AbortSignal): Promise<readonly SendResult[]>;
};

/** Everywhere that deliveries go. */
export type Destinations = {
  /** To be awaited before `find`, so that it knows what has changed. */
  refresh(): Promise<void>;
  /** Undefined when there is no such destination any more: what is outstanding for it is cancelled. */
  find(id: string): { readonly enabled: boolean; readonly kind: DestinationKind } | undefined;
};
