import type { EventId } from '@cvq/contract';

/** Hashes of user data for the ad platforms, as they are kept for one event. */
export type StoredUserData = {
  /** Encrypted with the installation's secret. */
  readonly sealed: Uint8Array;
  /** From when on they must not be read, and are deleted: epoch milliseconds. */
  readonly purgeAt: number;
};

/** Where the user data of events is read. It is kept apart from them: reports and exports never see it. */
export interface UserDataStore {
  /** What is kept for an event; null for none, and from its purge date on. */
  read(project: string, id: EventId, now: number): Promise<StoredUserData | null>;

  /** The newest there is, sealed: what proves that a secret is the one it was sealed with. */
  newest(): Promise<Uint8Array | null>;
}
