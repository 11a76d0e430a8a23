/** How many requests a name may make. */
export type RequestLimits = {
  readonly perMinute: number;
  readonly perDay: number;
  readonly atOnce: number;
};

/** A slot that is to be given back, or which limit was met. When several were, the one that lasts longest. */
export type Admission = { readonly slot: string } | { readonly refusedBy: 'day' | 'minute' | 'concurrency' };

/** How many requests a name has made in the UTC minute and the UTC day of a moment, admitted or not, and how many run. */
export type RequestsMade = {
  readonly inMinute: number;
  readonly inDay: number;
  readonly atOnce: number;
};

/**
 * How much every key is used, by all processes that share the store. It may forget the last moments before a
 * power cut, so that a request that only reads waits for no disk.
 */
export interface Usage {
  /** Starts what counts requests, so that the first one need not wait for it. */
  warmUp(): void;
  /** Count a request, admitted or not, in its UTC minute and its UTC day, and take one of the slots. */
  admit(name: string, limits: RequestLimits, now: number): Promise<Admission>;
  /** Give a slot back. Those of a process that died are free once another one opens the store, else after a minute. */
  release(slot: string): Promise<void>;
  /** By name, of all that have made any. */
  requestsMade(now: number): Promise<ReadonlyMap<string, RequestsMade>>;
  /** Note that a key was used. */
  noteUse(keyId: string, at: number): Promise<void>;
}
