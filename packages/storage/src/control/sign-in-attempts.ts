/** How many attempts may follow each other under one name. */
export type AttemptLimit = {
  readonly name: string;
  /** Attempts without a wait. */
  readonly free: number;
  /** For `doubling`, after how long a pause attempts are forgotten; for `window`, how long the window is. */
  readonly windowMs: number;
  /** After the free ones: a wait of 1 s, 2 s, 4 s and so on up to a minute, or none more until the window ends. */
  readonly afterwards: 'doubling' | 'window';
};

/** Attempts to sign in, counted where all collectors of an installation see them. */
export interface SignInAttempts {
  /**
   * Count an attempt under each name before anybody knows how it ends, so that many at once are many. Null when it may be
   * made; else the time until which to wait, and nothing is counted.
   */
  countAttempt(limits: readonly AttemptLimit[], now: number): Promise<number | null>;
  /** The attempt was no failure: forget all that is counted under some names, and one attempt under others. */
  forgiveAttempt(names: { readonly all: readonly string[]; readonly one: readonly string[] }): Promise<void>;
}
