import type { AuditOrigin, ControlStore } from '@cvq/storage';

/** What the exchange of codes and tokens stands on: no person is there, only an application. */
export type GrantDeps = {
  readonly control: ControlStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Of the dashboard. */
  readonly origin: string;
  /** By what way it comes, for the audit log. */
  readonly from: AuditOrigin;
};
