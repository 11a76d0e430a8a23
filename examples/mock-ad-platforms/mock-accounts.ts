/** Whose conversions the platforms take, and what conversions may be called there. */
export type MockAccounts = {
  readonly google: GoogleAccount;
  readonly meta: MetaAccount;
  readonly microsoft: MicrosoftAccount;
};

/** How an account counts what its ads cost. */
export type SpendSettings = {
  /** ISO 4217. */
  readonly currency: string;
  /** As the platform names it: a zone of IANA, or one of Microsoft's own list. */
  readonly timeZone: string;
};

export type GoogleAccount = SpendSettings & {
  readonly account: string;
  /** The manager account through which it may be reached; the account itself is the other way. */
  readonly loginAccount: string;
  /** Conversion actions: their names by id. */
  readonly actions: Readonly<Record<string, string>>;
};

export type MetaAccount = SpendSettings & {
  readonly dataset: string;
  readonly name: string;
  /** The ad account, without `act_`. */
  readonly adAccount: string;
};

export type MicrosoftAccount = SpendSettings & {
  readonly account: string;
  readonly customer: string;
  /** Goals for offline conversions: their ids by name. */
  readonly goals: Readonly<Record<string, string>>;
};

export const MOCK_ACCOUNTS: MockAccounts = {
  google: {
    ...{ currency: 'USD', timeZone: 'America/Los_Angeles' },
    account: '1234567890',
    loginAccount: '9876543210',
    actions: { '7001': 'Purchase', '7002': 'Lead', '7003': 'Sign-up', '7004': 'Subscription' },
  },
  meta: {
    ...{ currency: 'INR', timeZone: 'Asia/Kolkata' },
    dataset: '1029384756102938',
    name: 'Shop',
    adAccount: '556677889900112',
  },
  microsoft: {
    ...{ currency: 'EUR', timeZone: 'AmsterdamBerlinBernRomeStockholmVienna' },
    account: '150000001',
    customer: '250000001',
    goals: { Purchase: '8001', Lead: '8002', 'Sign-up': '8003', Subscription: '8004' },
  },
};
