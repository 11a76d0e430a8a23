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
  /**
   * Others that a platform may have taken: a request is under way, or its answer was lost. The platform has to be asked
   * as well.
   */
  readonly adDeliveriesMaybeTaken: number;
};

export type ErasureReceipt = ErasureCounts & {
  /** What a team wrote that named the person: segments, saved funnels, annotations, bot rules, and entries of the audit log. */
  readonly texts: number;
  /** False while somebody reads the store without pause: its log may hold former pages until it is cleared. */
  readonly isLogCleared: boolean;
  /** Records of user data that could not be looked into, since their secret is lost. Receipts of an earlier version have none. */
  readonly unreadable?: number;
};

/** Files of the store: what people wrote themselves, and what was tracked. */
export type ErasedStore = 'control' | 'events';

/** How far an erasure is. */
export type ErasureProgress = { readonly events: number };

export type ErasureOptions = {
  /** Ends the work between two transactions: then `erase` throws the reason. */
  readonly signal?: AbortSignal;
  readonly hear?: (progress: ErasureProgress) => void;
};

/**
 * Makes a person anonymous: what says who it was is erased for good, and what it did stays counted. Reports answer as
 * before, except for values that name the person, which read `(erased)`. A later event of the same id is a new person's.
 */
export interface Erasures {
  /**
   * What a person goes by: the id that was asked for, the other ids of its users, and those of its devices. To be asked
   * before it is erased, since nothing leads from the one to the others afterwards.
   */
  namesOf(project: string, subject: ErasureSubject): Promise<string[]>;

  /** What `erase` would take; null where the project knows nobody of that id. Changes nothing. */
  preview(project: string, subject: ErasureSubject): Promise<ErasureCounts | null>;

  /**
   * Erases a person in short transactions, between which others write. Null where the project knows nobody of that id. To be
   * called again where it was interrupted: it continues where it was, and reports count one person meanwhile. What is left in
   * the log and in unused bytes goes by `clear`.
   */
  erase(project: string, subject: ErasureSubject, options?: ErasureOptions): Promise<ErasureCounts | null>;

  /**
   * Clears what an erasure leaves of a store: words that nobody uses any more, former pages in the log, and unused
   * bytes of pages. To be called after `erase`, and again where it is false: somebody has kept it from that.
   */
  clear(store: ErasedStore, options?: Pick<ErasureOptions, 'signal'>): Promise<boolean>;

  close(): Promise<void>;
}
