import type { WebhookEvent } from '@cvq/contract';

/** Which events the enabled endpoints of each project want, by project id. */
export type Subscriptions = ReadonlyMap<string, readonly Subscription[]>;
export type Subscription = { readonly endpoint: string; readonly events: readonly WebhookEvent[] };

/** A delivery of any kind that a worker has for as long as its lease: no other sends it. */
export type Claim = {
  /** The endpoint of a webhook, the integration of a platform. */
  readonly destination: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly claimedAt: number;
};

/** Of a webhook. */
export type ClaimedDelivery = Claim & {
  readonly id: number;
  readonly type: string;
  readonly event: string;
  /** Made once, and sent as it is at every attempt. */
  readonly body: Uint8Array;
  readonly isTest: boolean;
};

/** What a receiver answered; without a status, why there was no answer. */
export type ReceiverAnswer = {
  readonly status: number | null;
  readonly error: string | null;
  /** What was read of the answer. */
  readonly headers: Readonly<Record<string, string | readonly string[]>> | null;
  readonly body: string | null;
};

/** An attempt that has ended. Epoch milliseconds. */
export type EndedAttempt = {
  readonly claim: ClaimedDelivery;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly answer: ReceiverAnswer;
  /** What becomes of the delivery: a number is when the next attempt is due. What is skipped was never tried. */
  readonly next: 'acknowledged' | 'failed' | 'skipped' | number;
};

/** A destination with deliveries that are neither acknowledged nor given up. */
export type Outstanding = {
  readonly destination: string;
  /** When the first of them is due, in epoch milliseconds; `Infinity` where all wait for somebody. */
  readonly dueAt: number;
  /** How many are due now, counted up to a bound. */
  readonly due: number;
};

/**
 * `pending`: no attempt yet. `attempting`: a worker has it. `retry_scheduled`: the next attempt has its time.
 * `cancelled`: its endpoint was removed, or it was delivered anew by hand before its attempts were over.
 */
export type DeliveryState =
  | 'pending'
  | 'attempting'
  | 'retry_scheduled'
  | 'acknowledged'
  | 'failed'
  | 'cancelled';

/** A line of the delivery log. */
export type DeliveryEntry = {
  readonly id: number;
  readonly endpoint: string;
  readonly project: string;
  readonly event: string;
  readonly type: string;
  readonly state: DeliveryState;
  /** Attempts that have ended. */
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
  readonly createdAt: number;
  /** When it was acknowledged or given up. */
  readonly endedAt: number | null;
  readonly isTest: boolean;
  /** The delivery that this one repeats by hand. */
  readonly repeats: number | null;
  /** The newest delivery that repeats this one by hand. */
  readonly repeatedBy: number | null;
  /** Of the last attempt that ended. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly lastDurationMs: number | null;
  readonly lastAttemptAt: number | null;
};

/** An attempt as the log keeps it. One that was interrupted has number, start and error only. */
export type AttemptEntry = ReceiverAnswer & {
  readonly number: number;
  readonly startedAt: number;
  readonly durationMs: number | null;
};

/** An attempt that has ended, as a line of many shows it. */
export type RecentAttempt = Pick<AttemptEntry, 'startedAt' | 'status' | 'error'>;

/** Everything that the log has of one delivery, the attempts in their order. */
export type DeliveryDetails = DeliveryEntry & {
  readonly body: Uint8Array;
  readonly log: readonly AttemptEntry[];
};

/** Which deliveries are asked for, the newest first. `from` and `to` (exclusive) are of their creation. */
export type DeliveryQuery = {
  readonly endpoints: readonly string[];
  readonly state?: DeliveryState | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Only those older than this one: how a next page is asked for. */
  readonly before?: number | undefined;
  readonly limit: number;
};

/** How an endpoint has answered lately. */
export type EndpointHealth = {
  readonly endpoint: string;
  /** The first failure since the last success; null while the last attempt was a success. */
  readonly failingSince: number | null;
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
};

export type TestMessage = {
  readonly endpoint: string;
  readonly project: string;
  readonly event: string;
  readonly type: string;
  readonly body: Uint8Array;
};

/** What workers do with deliveries of one kind. Several, also of several processes, may work at once. */
export interface DeliveryQueue<Claimed extends Claim = ClaimedDelivery, Ended = EndedAttempt> {
  /** Every destination with something outstanding. What is due is counted to `atMost`. */
  outstanding(now: number, atMost: number): Promise<Outstanding[]>;
  /**
   * Take due deliveries, the oldest first, at most `limit` of each destination. A lease that ran out was an interrupted attempt.
   * `large`: of bodies that are longer than so many bytes, so many bytes of all at most, in a queue that has bodies.
   */
  claim(
    places: readonly { destination: string; limit: number }[],
    lease: { now: number; until: number; large?: { from: number; room: number } },
  ): Promise<Claimed[]>;
  /** Write down how attempts ended, and what follows, in one commit. */
  record(attempts: readonly Ended[]): Promise<void>;
  /** Give back what was not finished: due at once, the attempt written down as interrupted. */
  release(claims: readonly Claimed[], now: number): Promise<void>;
  /**
   * Give back what of a destination was claimed by workers whose leases have run out, as `release` does: where nobody claims it,
   * it would be told as under way. Only of a queue that tells so.
   */
  endLeases?(destination: string, now: number): Promise<void>;
  /** Give back what was not tried: due at a time, and no attempt. */
  postpone(claims: readonly Claimed[], dueAt: number): Promise<void>;
  /** Nothing that is outstanding for a destination will be sent. Returns how many deliveries that were. */
  cancel(destination: string, now: number): Promise<number>;
}

/** Where deliveries of webhooks are kept: the outbox that events fill when they are appended, and its log. */
export interface DeliveryStore extends DeliveryQueue {
  /**
   * Delete deliveries that were made before an instant, and the oldest ended ones of each destination whose log takes
   * more than so many bytes; some at a time, true when there is more.
   */
  purge(limits: { before: number; maxBytes: number }): Promise<boolean>;
  /** Endpoints that have only failed since before `since`, each at most once between two `quietSince`. */
  takeWarnings(at: { now: number; since: number; quietSince: number }): Promise<EndpointHealth[]>;
  /** Make a delivery that its maker sends: it is claimed from its first moment. */
  addTest(message: TestMessage, lease: { now: number; until: number }): Promise<ClaimedDelivery>;
  /** Deliver once more, with the same body and six new attempts; null when there is no such delivery. */
  redeliver(id: number, now: number): Promise<DeliveryEntry | null>;
  /** Deliver once more what has failed and was not delivered anew since; how many those are. */
  redeliverFailed(
    query: { endpoints: readonly string[]; from: number; to: number },
    now: number,
  ): Promise<number>;
  list(query: DeliveryQuery): Promise<DeliveryEntry[]>;
  find(id: number): Promise<DeliveryDetails | null>;
  /** The last attempts of the endpoint's newest 200 deliveries, the latest first, at most `limit`. */
  recentAttempts(endpoint: string, limit: number): Promise<RecentAttempt[]>;
  health(): Promise<EndpointHealth[]>;
  /** How many deliveries are outstanding for each endpoint that has any. */
  countOutstanding(): Promise<ReadonlyMap<string, number>>;
  /** Whether there is no delivery, also none of the past. */
  isEmpty(): Promise<boolean>;
  /**
   * How many deliveries are outstanding, and since when the first to one of these endpoints is due; null where none is
   * overdue.
   */
  backlog(
    now: number,
    endpoints: readonly string[],
  ): Promise<{ outstanding: number; dueSince: number | null }>;
  close(): Promise<void>;
}
