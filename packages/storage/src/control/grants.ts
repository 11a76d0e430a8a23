import type { Scope } from '@cvq/contract';

/** A program of others that asks people to let it in, and has registered itself. */
export type ApplicationRecord = {
  readonly id: string;
  /** As it calls itself. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly createdAt: number;
};

/** What an application asks a person for. */
export type AuthorizationRequest = {
  readonly applicationId: string;
  readonly applicationName: string;
  readonly redirectUri: string;
  /** What it wants back unchanged; null where it sent nothing. */
  readonly state: string | null;
  readonly scopes: readonly Scope[];
  readonly resource: string;
  /** The SHA-256 of a secret that it keeps, in base64url. */
  readonly challenge: string;
};

/** A request that a person looks at. Only the session that opened it can answer it, and once. */
export type OpenAuthorization = {
  readonly id: string;
  readonly sessionId: string;
  readonly request: AuthorizationRequest;
  readonly expiresAt: number;
};

/** What a person allows an application. A person has one grant for an application: the latest decision counts. */
export type GrantRecord = {
  readonly id: string;
  readonly userId: string;
  readonly applicationId: string;
  readonly applicationName: string;
  /** The address that its tokens are for. */
  readonly resource: string;
  readonly scopes: readonly Scope[];
  readonly projects: readonly string[] | 'all';
  /** Whether a superadmin lets it see what they see as one. */
  readonly asSuperadmin: boolean;
  readonly createdAt: number;
};

/** `lastUsedAt` may be a minute old, and is null for a grant that was never used. */
export type ListedGrant = GrantRecord & { readonly email: string; readonly lastUsedAt: number | null };

/** A code that an application exchanges for its first tokens. Only its SHA-256 is kept, as of all tokens. */
export type AuthorizationCode = {
  readonly hash: string;
  /** All tokens that come of it, the refreshed ones too. */
  readonly family: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number;
};

export type GrantToken = {
  readonly hash: string;
  readonly kind: 'access' | 'refresh';
  readonly scopes: readonly Scope[];
  readonly expiresAt: number;
};

/** A token that is kept, with its grant. */
export type FoundToken = GrantToken & {
  readonly family: string;
  /** When a refresh token was exchanged first; null while it was not. */
  readonly rotatedAt: number | null;
  readonly grant: GrantRecord;
};

/**
 * Applications, and what people allow them. A person who is disabled loses all grants in the transaction of that change.
 */
export interface Grants {
  addApplication(application: ApplicationRecord): Promise<void>;
  findApplication(id: string): Promise<ApplicationRecord | null>;

  openAuthorization(authorization: OpenAuthorization): Promise<void>;
  /** Null for another session, after its time, and once it is answered. */
  findAuthorization(id: string, sessionId: string, now: number): Promise<AuthorizationRequest | null>;
  /** As `findAuthorization`, and answers it: nobody finds it again. */
  takeAuthorization(id: string, sessionId: string, now: number): Promise<AuthorizationRequest | null>;

  /** Keeps a decision with its code. Returns the id of the grant: that of an earlier one for the application stays. */
  putGrant(grant: GrantRecord, code: AuthorizationCode): Promise<string>;
  findGrant(id: string): Promise<GrantRecord | null>;
  /** Those that still have a token or a code, of one person or of all; the newest first. */
  listGrants(of: { readonly userId?: string; readonly now: number }): Promise<ListedGrant[]>;
  /** True when it was there. Its codes and tokens are refused from the next request on. */
  removeGrant(id: string): Promise<boolean>;

  /** Uses a code up, also where it turns out to be no good. `wasUsed`: it had been used before. Null for an unknown one. */
  takeCode(
    hash: string,
  ): Promise<(AuthorizationCode & { readonly grant: GrantRecord; readonly wasUsed: boolean }) | null>;
  /**
   * Adds tokens to a family, and notes that the token before them was exchanged. False where the grant, or that token, is
   * gone by now.
   */
  addTokens(given: {
    readonly grantId: string;
    readonly family: string;
    /** The hash of the refresh token that is exchanged; null for those of a code. */
    readonly before: string | null;
    readonly tokens: readonly GrantToken[];
    readonly now: number;
  }): Promise<boolean>;
  /** Null for an unknown token, for an expired one, and where the person is disabled. */
  findToken(hash: string, now: number): Promise<FoundToken | null>;
  /** True when it was there. */
  endToken(hash: string): Promise<boolean>;
  /** Ends all tokens of a family, and what a code of it would still give. True when there was one. */
  endFamily(family: string): Promise<boolean>;
  /**
   * Forgets what has expired, and applications without a grant: those that registered before `unusedSince`, and all but
   * the newest `mostUnused`.
   */
  forgetEndedGrants(ended: {
    readonly now: number;
    readonly unusedSince: number;
    readonly mostUnused: number;
  }): Promise<void>;
}
