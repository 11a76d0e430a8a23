import type { CheckReport } from './check-report.ts';
import type { AccessLinks } from './control/access-links.ts';
import type { Accounts } from './control/accounts.ts';
import type { Agencies } from './control/agencies.ts';
import type { Annotations } from './control/annotations.ts';
import type { AuditLog } from './control/audit-log.ts';
import type { BotRules } from './control/bot-rules.ts';
import type { DashboardSessions } from './control/dashboard-sessions.ts';
import type { ErasureRequests } from './control/erasure-requests.ts';
import type { Grants } from './control/grants.ts';
import type { Keys } from './control/keys.ts';
import type { People } from './control/people.ts';
import type { Projects } from './control/projects.ts';
import type { Reach } from './control/reach.ts';
import type { SavedFunnels } from './control/saved-funnels.ts';
import type { Segments } from './control/segments.ts';
import type { SignInAttempts } from './control/sign-in-attempts.ts';
import type { Usage } from './control/usage.ts';
import type { IntegrationStore } from './integration.ts';
import type { SpendStore } from './spend-store.ts';
import type { WebhookEndpointStore } from './webhook-endpoint.ts';

/** Where accounts, people, projects, keys and settings are kept, and who can see what. */
export interface ControlStore
  extends Accounts,
    Projects,
    People,
    Agencies,
    Keys,
    Reach,
    Usage,
    BotRules,
    Annotations,
    SavedFunnels,
    Segments,
    AuditLog,
    ErasureRequests,
    DashboardSessions,
    AccessLinks,
    Grants,
    SignInAttempts,
    WebhookEndpointStore,
    IntegrationStore,
    SpendStore {
  getSetting(name: string): Promise<string | null>;
  putSetting(name: string, value: string): Promise<void>;

  /** The salt of a UTC day such as `2026-11-21`, which keys the hashes of visitors without an id. */
  readSalt(day: string): Promise<Uint8Array | null>;
  /** Keep a salt, unless the day has one: then that one stays. */
  writeSalt(day: string, salt: Uint8Array): Promise<void>;
  /** Destroy the salts of all days before this one. */
  forgetSaltsBefore(day: string): Promise<void>;

  /**
   * Calls `heard` after every change of the store: before it resolves for one that is made here, soon after for one
   * that another thread or process makes, several at once, and at times for nothing. Counters of use are no change.
   */
  onChange(heard: () => void): { stop(): void };
  /**
   * Once this resolves, everything that anybody had changed before the call has been heard of. To be called at the start
   * of work that a change must act on at once, such as a request with a key that was just revoked.
   */
  catchUp(): Promise<void>;
  /**
   * Keeps what is cached of the store current: the function that is returned calls `read` the first time, and then only
   * after a change. To be awaited at the start of work that a change must act on at once.
   */
  readOnChange(read: () => Promise<void>): () => Promise<void>;

  check(): Promise<CheckReport>;
  close(): Promise<void>;
}
