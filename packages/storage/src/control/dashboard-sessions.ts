/** What a browser has between signing in to the dashboard and signing out. */
export type DashboardSession = {
  readonly id: string;
  /** Null for the owner of the demo, who is no person. */
  readonly userId: string | null;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** When the password was last given; null where none was. */
  readonly provenAt: number | null;
  /** Of the address that signed in: a /24 or a /48. */
  readonly network: string | null;
  /** Browser and system, as people name them. */
  readonly browser: string | null;
  /** Whether the role of the person has changed: the session is to have another token from now on. */
  readonly isRenewalDue: boolean;
};

/** Only the SHA-256 of a token is stored. */
export type NewDashboardSession = Omit<DashboardSession, 'isRenewalDue' | 'lastSeenAt'> & {
  readonly tokenHash: string;
};

/**
 * Sessions of the dashboard. A new password, and being disabled, end all of a person in the transaction of that change;
 * another role makes their renewal due.
 */
export interface DashboardSessions {
  createSession(session: NewDashboardSession): Promise<void>;
  /** By the hash of its token, or of the one before it for as long as `renewSession` said. */
  findSession(tokenHash: string, now: number): Promise<DashboardSession | null>;
  /** Of a person, or of the owner of the demo; the newest first. */
  listSessions(userId: string | null): Promise<DashboardSession[]>;
  changeSession(id: string, change: { lastSeenAt?: number; provenAt?: number }): Promise<void>;
  /** Another token; that before it is good until `earlierUntil`. False where a request beside this one was first. */
  renewSession(id: string, tokenHash: string, earlierUntil: number): Promise<boolean>;
  /** True when there was such a session. */
  endSession(id: string): Promise<boolean>;
  endSessionsOf(userId: string | null): Promise<void>;
  /** End those that were created, or last seen, before a time. */
  endSessionsBefore(times: { readonly created: number; readonly seen: number }): Promise<void>;
}
