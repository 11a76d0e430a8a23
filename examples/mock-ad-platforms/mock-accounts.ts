/** Whose conversions the platforms take, and what conversions may be called there. */
export type MockAccounts = {
  readonly google: GoogleAccount;
  readonly meta: MetaAccount;
  readonly microsoft: MicrosoftAccount;
};

export type GoogleAccount = {
  readonly account: string;
  /** The manager account through which it may be reached; the account itself is the other way. */
  readonly loginAccount: string;
  /** Conversion actions: their names by id. */
  readonly actions: Readonly<Record<string, string>>;
};

export type MetaAccount = { readonly dataset: string; readonly name: string };

export type MicrosoftAccount = {
  readonly account: string;
  readonly customer: string;
  /** Goals for offline conversions: their ids by name. */
  readonly goals: Readonly<Record<string, string>>;
};

export const MOCK_ACCOUNTS: MockAccounts = {
  google: {
    account: '1234567890',
    loginAccount: '9876543210',
    actions: { '7001': 'Purchase', '7002': 'Lead', '7003': 'Sign-up', '7004': 'Subscription' },
  },
  meta: { dataset: '1029384756102938', name: 'Shop' },
  microsoft: {
    account: '150000001',
    customer: '250000001',
    goals: { Purchase: '8001', Lead: '8002', 'Sign-up': '8003', Subscription: '8004' },
  },
};
