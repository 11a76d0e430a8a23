import type { PlanCode } from '@cvq/contract';

export type AccountKind = 'customer' | 'agency';

export type Account = {
  readonly id: string;
  readonly kind: AccountKind;
  readonly name: string;
  readonly plan: PlanCode;
  /** Since when nobody reaches its projects; null while it is in good standing. */
  readonly suspendedAt: number | null;
};

export type NewAccount = Omit<Account, 'suspendedAt'>;

/** What of an account can be changed. */
export type AccountChange = Partial<Pick<Account, 'name' | 'plan' | 'suspendedAt'>>;

/** Who owns projects and keys: a customer, or an agency that works for customers. */
export interface Accounts {
  createAccount(account: NewAccount, createdAt: number): Promise<void>;
  /**
   * Create it only where there is no account but `beside`: false where there is one, also one that another process
   * makes meanwhile.
   */
  createFirstAccount(account: NewAccount, createdAt: number, beside?: string | null): Promise<boolean>;
  findAccount(id: string): Promise<Account | null>;
  /** Oldest first. */
  listAccounts(): Promise<Account[]>;
  /** True when the account is there. */
  changeAccount(id: string, change: AccountChange): Promise<boolean>;
}
