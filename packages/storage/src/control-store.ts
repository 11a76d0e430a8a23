import type { KeyExpiry, Scope } from '@cvq/contract';
import type { CheckReport } from './event-store.ts';
import type { WebhookEndpointStore } from './webhook-endpoint.ts';

export type AccountKind = 'customer' | 'agency';
export type PlanCode = 'starter' | 'growth' | 'scale' | 'agency' | 'enterprise';

export type Account = {
  readonly id: string;
  readonly kind: AccountKind;
  readonly name: string;
  readonly plan: PlanCode;
};

/** A site that is tracked. Its id is its public tracking key. */
export type ProjectRecord = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly domain: string;
  readonly timezone: string;
  readonly currency: string;
  /** The only hosts whose events count, and whose pages are no outside referrers; null for no such list. */
  readonly hosts: readonly string[] | null;
  readonly createdAt: number;
};

/** What of a project can be changed. */
export type ProjectChange = Partial<Pick<ProjectRecord, 'name' | 'hosts'>>;

/** A key as it is kept: never the key itself, only its SHA-256 and its last four characters. */
export type KeyRecord = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'secret' | 'server';
  readonly name: string;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  /** The projects that the key names, or all that its owner can reach. */
  readonly projects: readonly string[] | 'all';
  readonly expiry: KeyExpiry;
  readonly expiresAt: number | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
};

export type NewKey = Omit<KeyRecord, 'revokedAt'> & { readonly tokenHash: string };

/** Where accounts, projects, keys and settings are kept. */
export interface ControlStore extends WebhookEndpointStore {
  createAccount(account: Account, createdAt: number): Promise<void>;
  listAccounts(): Promise<Account[]>;

  createProject(project: ProjectRecord): Promise<void>;
  findProject(id: string): Promise<ProjectRecord | null>;
  listProjects(): Promise<ProjectRecord[]>;
  /** True when the project is there. */
  changeProject(id: string, change: ProjectChange): Promise<boolean>;

  createKey(key: NewKey): Promise<void>;
  listKeys(): Promise<KeyRecord[]>;
  /** The key whose token has this SHA-256 (hex), whatever its state; null when there is none. */
  findKey(tokenHash: string): Promise<KeyRecord | null>;
  /** True when the key was there and not yet revoked. It is refused from the next request on. */
  revokeKey(id: string, at: number): Promise<boolean>;
  /** The projects that a key can reach now: one query, never cached across requests. */
  reachOfKey(keyId: string): Promise<ProjectRecord[]>;

  getSetting(name: string): Promise<string | null>;
  putSetting(name: string, value: string): Promise<void>;

  /** The salt of a UTC day such as `2026-11-21`, which keys the hashes of visitors without an id. */
  readSalt(day: string): Promise<Uint8Array | null>;
  /** Keep a salt, unless the day has one: then that one stays. */
  writeSalt(day: string, salt: Uint8Array): Promise<void>;
  /** Destroy the salts of all days before this one. */
  forgetSaltsBefore(day: string): Promise<void>;

  /** Changes whenever any process has changed the store: what was cached under an older version is void. */
  version(): Promise<number>;

  check(): Promise<CheckReport>;
  close(): Promise<void>;
}
