import type { AdDeliveryState, AdPlatform, EventId } from '@cvq/contract';
import type { StoredConsent } from './consent.ts';
import type { Claim, DeliveryQueue } from './delivery-store.ts';
import type { Money, Origin } from './event-record.ts';
import type { StoredUserData } from './user-data-store.ts';

/**
 * Which integrations a project's conversions are owed to, by project id. It stands in the event's own commit, also for
 * an integration that is paused; one that is removed is not here.
 */
export type Forwarding = ReadonlyMap<string, readonly ForwardingTarget[]>;
export type ForwardingTarget = {
  readonly integration: string;
  readonly platform: AdPlatform;
  /** How long a delivery is held, in milliseconds: 0 for a dry run. */
  readonly holdMs: number;
};

/** One conversion for one integration. */
export type AdDeliveryKey = {
  readonly project: string;
  readonly event: EventId;
  readonly integration: string;
};

/** A delivery that a worker has for as long as its lease. */
export type AdClaim = Claim &
  AdDeliveryKey & {
    readonly platform: AdPlatform;
    /** `verify`: the platform has it, and is asked what became of it. */
    readonly step: 'send' | 'verify';
    /** Attempts to send that count: those that were throttled do not. 0 before the first. */
    readonly tries: number;
    /** Of those, how many the platform answered with what nobody has classed. */
    readonly unknownAnswers: number;
    /** What the platform named the accepted request, for `verify`. */
    readonly reference: string | null;
    /** The key by which the platform knows a repeat, once an attempt was made: it never changes again. */
    readonly key: string | null;
    /** Names of fields that were left out after the platform refused them. Empty before a repair. */
    readonly leftOut: readonly string[];
    /** When the first attempt began whose outcome is unknown; null where every outcome is known. */
    readonly unknownSince: number | null;
    /** The platform may have it of an earlier attempt whose end nobody knows, also of one before somebody asked for another. */
    readonly mayHaveArrived: boolean;
    /** When the platform took it; null before. */
    readonly acceptedAt: number | null;
    /**
     * The time of a throttle is over, and this attempt is to find out whether the platform takes anything again: for how
     * long it was left alone, in milliseconds. Null where there is no throttle.
     */
    readonly throttledFor: number | null;
  };

/** A try of a delivery as the log keeps it: no hash of user data and no token is in it. */
export type AdAttempt = {
  readonly number: number;
  readonly step: 'send' | 'verify';
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Null for one that was interrupted. */
  readonly durationMs: number | null;
  readonly httpStatus: number | null;
  /** The class of the answer, such as `transient`: how it was understood. */
  readonly answer: string;
  /** What the platform calls it. */
  readonly code: string | null;
  readonly message: string | null;
  /** By which the platform finds the request. */
  readonly requestId: string | null;
  /** JSON; null where nothing was sent. */
  readonly request: string | null;
  readonly response: string | null;
};

/** How an attempt ended, and what becomes of its delivery. */
export type EndedAdAttempt = {
  readonly claim: AdClaim;
  /** Null where nothing was tried: it was skipped, expired, or has to wait. */
  readonly attempt: Omit<AdAttempt, 'number'> | null;
  readonly next: AdNext;
  /** The platform takes nothing more of the integration before: as it says itself, by its code. Epoch milliseconds. */
  readonly throttle?: { readonly until: number; readonly code: string | null } | undefined;
  /** The platform has answered as it does without a throttle. */
  readonly endsThrottle?: boolean;
};

/** That a platform wants to be left alone. Times in epoch milliseconds. */
export type AdThrottle = {
  readonly integration: string;
  readonly since: number;
  readonly until: number;
  /** What the platform calls it. */
  readonly code: string | null;
};

/** What becomes of a delivery. */
export type AdNext = {
  readonly state: AdDeliveryState;
  /** A word that a program can rely on; null where the state says all. */
  readonly reason: string | null;
  /** When it is looked at next, in epoch milliseconds; null where it has ended or waits for somebody. */
  readonly dueAt: number | null;
  readonly tries: number;
  readonly step?: 'send' | 'verify';
  readonly reference?: string | null;
  readonly key?: string | null;
  readonly leftOut?: readonly string[];
  readonly unknownSince?: number | null;
  readonly acceptedAt?: number | null;
  /** Until when the platform takes it, as it was worked out from the click or the conversion. */
  readonly retryUntil?: number;
};

/** An attempt that is about to send. */
export type BegunAttempt = {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** By which the platform knows a repeat. */
  readonly key: string;
  /** What no other delivery of the integration may have, unless that one ended without being sent. */
  readonly exclusiveKey: string | null;
  /**
   * The order that the conversion reports. Of all reports of it one is sent to an integration: `order_taken` where another
   * has been, `waitsUntil` where another is being sent. Where another may have been, its key and its doubt are this
   * delivery's from here on: `order_handed_over`, and the attempt is to be made anew.
   */
  readonly order: { readonly type: string; readonly orderId: string } | null;
};

/** What a visit said of the privacy of its visitor, by its latest answers, and where it was. */
export type SaidInVisit = {
  readonly consent: StoredConsent | null;
  readonly gpc: boolean;
  readonly country: string | null;
};

/** A click of the person's, by the name of its id. */
export type ForwardedClick = {
  readonly name: string;
  readonly value: string;
  /** When the click led here, at the earliest that is known. Epoch milliseconds. */
  readonly at: number;
  /** Other visits than the conversion's that it led to: what one of them denies is denied for the click. */
  readonly visits?: readonly SaidInVisit[];
};

/** User data that goes with a conversion. */
export type SaidUserData = StoredUserData & {
  /** What was said in another visit is as restricted as that is; null for what came with the conversion or in its visit. */
  readonly visit: SaidInVisit | null;
};

/** Why a conversion counts or does not, the weightiest first. */
export type Standing = 'removed' | 'foreign_host' | 'local_page' | 'bot' | 'repeated' | 'counted';

/** A conversion with everything that a platform may be told of it, as it stands at the moment of reading. */
export type ForwardedConversion = {
  readonly project: string;
  readonly event: EventId;
  readonly type: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly receivedAt: number;
  readonly origin: Origin;
  readonly standing: Standing;
  readonly orderId: string | null;
  readonly amount: Money | null;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Of every purpose what the event says, else its visit; what was denied since is denied. Null where nothing was said. */
  readonly consent: StoredConsent | null;
  readonly gpc: boolean;
  /**
   * Of every name, and of every kind of visits that they came from, the latest of the person's clicks in the 90 days
   * before the conversion: its own, those that the SDK kept, and those of earlier visits. None is later than the
   * conversion.
   */
  readonly clicks: readonly ForwardedClick[];
  readonly userId: string | null;
  /**
   * The SDK's own: of the event, or of the visit that it belongs to; for a sale of a backend also of the browser's
   * report of the order.
   */
  readonly visitorId: string | null;
  readonly pageUrl: string | null;
  readonly userAgent: string | null;
  readonly country: string | null;
  /** Sealed hashes, what was said nearest to the conversion first: what one says of a field, a later one does not. */
  readonly userData: readonly SaidUserData[];
};

/** A delivery as people and programs are told of it. */
export type AdDelivery = AdDeliveryKey & {
  readonly platform: AdPlatform;
  readonly state: AdDeliveryState;
  readonly reason: string | null;
  /** All attempts that were made, to send and to verify. */
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
  readonly createdAt: number;
  /** When somebody asked last for it to be sent once more; null where nobody has. */
  readonly askedAt: number | null;
  readonly endedAt: number | null;
  readonly lastAttempt: Omit<AdAttempt, 'request' | 'response'> | null;
  /** Null before the first look at it. */
  readonly retryUntil: number | null;
  /** Whether the platform took it at any time: what it has cannot be called back. */
  readonly wasAccepted: boolean;
};

/** How many deliveries of conversions in a period stand where, of one integration. */
export type AdDeliveryCount = {
  readonly integration: string;
  readonly platform: AdPlatform;
  readonly state: AdDeliveryState;
  readonly reason: string | null;
  readonly deliveries: number;
};

/** Deliveries of an integration that wait until the same thing is set right. */
export type BlockedDeliveries = {
  readonly integration: string;
  /** What the platform calls it; `auth` for a login that it refuses. */
  readonly reason: string | null;
  readonly deliveries: number;
  /** What was said to the newest of them; null where that is kept no more. */
  readonly message: string | null;
};

/** What a dry run would have sent of a conversion. */
export type BuiltRequest = {
  readonly event: EventId;
  /** Epoch milliseconds. */
  readonly builtAt: number;
  /** JSON, without any hash of user data or token. */
  readonly request: string;
};

/** To which integration conversions from before are owed. */
type OweTarget = {
  readonly project: string;
  readonly integration: string;
  readonly platform: AdPlatform;
  /** The event types that it sends; `all` where nobody has said which. */
  readonly types: readonly string[] | 'all';
};

/** Where deliveries to ad platforms are kept: they are owed in the commit of their conversions. */
export interface AdDeliveryStore extends DeliveryQueue<AdClaim, EndedAdAttempt> {
  /** As the conversion stands now; null where there is none any more. */
  readConversion(
    key: Pick<AdDeliveryKey, 'project' | 'event'>,
    now: number,
  ): Promise<ForwardedConversion | null>;
  /**
   * Writes down that an attempt to send begins, to be called before anything is sent. An attempt that is interrupted
   * after this has an unknown outcome, so that `unknownSince` of the next claim says when it began; before this,
   * nothing was sent. The key is the delivery's from here on. Where an answer other than `begun` is given, nothing may
   * be sent. `claim_lost`: the delivery was cancelled meanwhile, or the lease has run out and another has it.
   */
  beginSending(
    claim: AdClaim,
    attempt: BegunAttempt,
  ): Promise<
    | 'begun'
    | 'order_taken'
    | 'order_handed_over'
    | 'key_taken'
    | 'claim_lost'
    | { readonly waitsUntil: number }
  >;

  /** Of each of these conversions that has any all deliveries, under the very id that was given. */
  deliveriesOf(
    project: string,
    events: readonly EventId[],
  ): Promise<ReadonlyMap<EventId, readonly AdDelivery[]>>;
  /** Everything that is kept of the attempts of a conversion, in their order. */
  attemptsOf(
    project: string,
    event: EventId,
  ): Promise<readonly (AdAttempt & { readonly integration: string })[]>;
  /**
   * What a dry run of an integration has built, of the newest conversions, the newest first: of each conversion what was
   * built last. It is looked for among the newest 5,000 deliveries of the project.
   */
  builtRequests(
    of: Pick<AdDeliveryKey, 'project' | 'integration'>,
    atMost: number,
  ): Promise<readonly BuiltRequest[]>;
  /** By the time of the conversions; half-open. */
  count(project: string, period: { readonly from: number; readonly to: number }): Promise<AdDeliveryCount[]>;

  /**
   * Makes a delivery due now, with all its tries anew: also one of unknown outcome, since somebody has decided that. It
   * keeps its key. One that is held, on its way, taken by its platform or taken back is left alone. The delivery as it is
   * then; null where there is none.
   */
  retry(key: AdDeliveryKey, now: number): Promise<AdDelivery | null>;
  /** What was blocked is due now, as is what waits behind a pause or a throttle. How many deliveries are due. */
  resume(integration: string, now: number): Promise<number>;
  /** What a dry run was owed and has not built yet is not sent when it has ended. To be called before it ends. */
  endDryRun(integration: string, now: number): Promise<void>;
  /** Of integrations that are left alone at this moment. */
  throttles(now: number): Promise<AdThrottle[]>;
  /** What is blocked, by integration and reason, the most frequent first; of each integration counted to `atMost`. */
  blocked(atMost: number): Promise<BlockedDeliveries[]>;
  /**
   * Owes conversions from before to an integration: those received since an instant that it has no delivery of, or only
   * one that was a dry run. How many of them are sales or the like of a type that it sends: what only repeats an order is owed
   * too, since it may become the sale. One that was interrupted is to be called again.
   */
  owe(target: OweTarget, of: { readonly since: number; readonly now: number }): Promise<number>;
  /**
   * How many `owe` would tell, and how many of those the platform has by another integration of the project, or may have, by
   * whichever report of their order.
   */
  countEarlier(target: OweTarget, since: number): Promise<{ readonly count: number; readonly taken: number }>;

  /** Deletes what is kept of attempts that began before an instant, some at a time; true when there is more. */
  purgeAttempts(before: number): Promise<boolean>;
  close(): Promise<void>;
}
