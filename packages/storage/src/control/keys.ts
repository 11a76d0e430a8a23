import type { KeyExpiry, PlanCode, Scope } from '@cvq/contract';

/** A key as it is kept: never the key itself, only its SHA-256 and its last four characters. */
export type KeyRecord = {
  readonly id: string;
  /** The owner: an account, never a person. */
  readonly accountId: string;
  readonly kind: 'secret' | 'server';
  /** Of an agency, and for all projects of every client that the agency has at the moment. */
  readonly agencyWide: boolean;
  readonly name: string;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  /** Those that the key names and that are still its owner's, or a client's of it; or all of its owner. */
  readonly projects: readonly string[] | 'all';
  readonly expiry: KeyExpiry;
  readonly expiresAt: number | null;
  /** Who made it; null when nobody says so, or when that person is gone. */
  readonly createdBy: string | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
};

export type NewKey = Omit<KeyRecord, 'revokedAt'> & { readonly tokenHash: string };

/** A key that was asked for, with the plan of its owner. */
export type FoundKey = KeyRecord & { readonly plan: PlanCode };

/** A key in a list. `lastUsedAt` may be a minute old, and is null for one that was never used. */
export type ListedKey = KeyRecord & { readonly lastUsedAt: number | null };

export interface Keys {
  /**
   * False when the account already has `atMost` secret keys: keys that are revoked, or expired when the new one is made,
   * are not counted. Two that are made at once never exceed it. Without a bound every key is made.
   */
  createKey(key: NewKey, atMost?: number): Promise<boolean>;
  /** Oldest first, of one account or of all. */
  listKeys(of?: { readonly accountId: string }): Promise<ListedKey[]>;
  /** How many secret keys of an account are neither revoked nor expired at an instant. */
  countActiveKeys(accountId: string, at: number): Promise<number>;
  /** Null where there is none. */
  findKeyById(id: string): Promise<KeyRecord | null>;
  /** The key whose token has this SHA-256 (hex), whatever its state; null when there is none. */
  findKey(tokenHash: string): Promise<FoundKey | null>;
  /** True when the key was there and not yet revoked. It is refused from the next request on. */
  revokeKey(id: string, at: number): Promise<boolean>;
}
