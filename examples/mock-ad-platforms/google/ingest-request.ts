/** `IngestEventsRequest`, as far as conversions of a web site use it. */
export type IngestRequest = {
  readonly destinations: readonly Destination[];
  readonly events: readonly SentEvent[];
  readonly encoding?: string;
  readonly validateOnly?: boolean;
  readonly consent?: Consent;
};

export type Destination = {
  readonly reference?: string;
  readonly operatingAccount: ProductAccount;
  readonly loginAccount?: ProductAccount;
  readonly productDestinationId: string;
};

type ProductAccount = { readonly accountType?: string; readonly accountId: string };

export type SentEvent = {
  readonly destinationReferences?: readonly string[];
  readonly transactionId?: string;
  readonly eventTimestamp: string;
  readonly eventSource?: string;
  readonly adIdentifiers?: Readonly<Record<string, string>>;
  readonly currency?: string;
  readonly conversionValue?: number;
  readonly userData?: UserData;
  readonly consent?: Consent | undefined;
};

type Consent = { readonly adUserData?: string; readonly adPersonalization?: string };

export type UserData = {
  readonly userIdentifiers: readonly {
    readonly emailAddress?: string;
    readonly phoneNumber?: string;
    readonly address?: { readonly givenName: string; readonly familyName: string };
  }[];
};
