import type { Claim } from '@cvq/storage';

/** What came of an attempt for one of its deliveries. */
export type AttemptResult<Ended> =
  | {
      /** To be written down. */
      readonly ended: Ended;
      /** True where no answer came in time: the destination is given fewer attempts at once. */
      readonly isSilent?: boolean;
    }
  /** Nothing was sent, and nothing is written down: the delivery is due again at this time. */
  | { readonly postponedUntil: number }
  /** The collector ends before an answer came: the delivery is given back. */
  | { readonly isBrokenOff: true };

/** How deliveries of one kind are sent, and what becomes of them. */
export type DestinationKind<Claimed extends Claim, Ended> = {
  /** How many deliveries to one destination go in one request. */
  readonly maxBatch: number;
  /**
   * One attempt for deliveries to one destination, which is prepared when it is made and not when they were owed. A result
   * for each, in their order. `signal`: the collector ends.
   */
  attempt(claims: readonly Claimed[], signal: AbortSignal): Promise<readonly AttemptResult<Ended>[]>;
  /** How an attempt is written down that an error of ours ended: it is made again like any that failed. */
  afterError(claim: Claimed, attempt: { readonly startedAt: number; readonly endedAt: number }): Ended;
};

/** Everywhere that deliveries of one kind go. */
export type Destinations<Claimed extends Claim, Ended> = {
  /** How long a delivery belongs to an attempt, in milliseconds: as it may take, and until its end is written down. */
  readonly leaseMs: number;
  /**
   * How many bytes of bodies beyond `from` attempts that are under way have in memory, and may have; absent where nothing has a
   * body of its own.
   */
  largeBodies?(): { readonly from: number; readonly underWay: number; readonly most: number };
  /** To be awaited before `find`, so that it knows what has changed. */
  refresh(): Promise<void>;
  /** Undefined when there is no such destination any more: what is outstanding for it is cancelled. */
  find(id: string): { readonly enabled: boolean; readonly kind: DestinationKind<Claimed, Ended> } | undefined;
};
