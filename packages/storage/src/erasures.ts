/**
 * Whom an erasure is about. `isOf` tells whether sealed user data has the address, whose hashes the store cannot open.
 */
export type ErasureSubject =
  | { readonly userId: string }
  /** The id that a browser keeps, or the hash of a day. */
  | { readonly visitorId: string }
  | { readonly email: string; readonly isOf: (sealedUserData: Uint8Array) => boolean };

/** What an erasure takes, or would take. */
export type ErasureCounts = {
  readonly users: number;
  /** Devices that were this person's alone. */
  readonly visitors: number;
  readonly events: number;
  /** Conversions among the events: they stay counted. */
  readonly conversions: number;
  readonly sessions: number;
  /** Pages, titles, referrers, campaigns and properties that name the person, which read `(erased)`. */
  readonly values: number;
  /** Records of hashed user data. */
  readonly userData: number;
  /** Webhook deliveries whose payload loses the person. */
  readonly deliveries: number;
  /** Deliveries of conversions to ad platforms: what was not sent is not sent any more, and nothing is kept of attempts. */
  readonly adDeliveries: number;
  /** Those of them that a platform has taken. It cannot be called back: whoever erases has to ask the platform. */
  readonly adDeliveriesTaken: number;
};

export type ErasureReceipt = ErasureCounts & {
  /** False where somebody has read the store without pause: its log may hold former pages until the next checkpoint. */
  readonly isLogCleared: boolean;
};

/** How far an erasure is. */
export type ErasureProgress = { readonly events: number };

export type ErasureOptions = {
  /** Ends the work between two transactions: then `erase` throws the reason. */
  readonly signal?: AbortSignal;
  readonly hear?: (progress: ErasureProgress) => void;
};

/**
 * Makes a person anonymous: what says who it was is erased for good, and what it did stays counted. Reports answer as
 * before, but for values that name the person, which read `(erased)`. A later event of the same id is a new person's.
 */
export interface Erasures {
  /** What `erase` would take; null where the project knows nobody of that id. Changes nothing. */
  preview(project: string, subject: ErasureSubject): Promise<ErasureCounts | null>;

  /**
   * Erases a person in short transactions, between which others write, and clears what is left of it in free pages and in the
   * log. Null where the project knows nobody of that id. To be called again where it was interrupted: it takes up where
   * it was, and reports count one person meanwhile.
   */
  erase(project: string, subject: ErasureSubject, options?: ErasureOptions): Promise<ErasureReceipt | null>;

  close(): Promise<void>;
}
