import type { AdPlatform, UserDataField } from '@cvq/contract';
import type { CalendarDays, Integration, SpendRow } from '@cvq/storage';

/** What a platform understands of consent. */
export type PlatformConsent = 'granted' | 'denied' | 'unspecified';

/**
 * A conversion as any platform may be told of it: it is to be sent, everything is opened and nothing is in the clear.
 * What `build` does not find here it must not know.
 */
export type PlatformConversion = {
  /** `evt_<ms>_<suffix>`. */
  readonly eventId: string;
  /** As the site names the order; a keyed hash where it may hold an e-mail address. */
  readonly orderId: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** In major units of the currency. */
  readonly value: number | null;
  readonly currency: string | null;
  readonly items: readonly {
    readonly id: string;
    readonly quantity: number;
    readonly price: number | null;
  }[];
  /** The latest click of the platform's own; null where it is matched by user data alone. */
  readonly click: { readonly name: string; readonly value: string; readonly at: number } | null;
  /** SHA-256 in lower-case hexadecimal by field, by the rules of this platform. Only Meta has fields with more than one. */
  readonly hashes: Readonly<Partial<Record<UserDataField, readonly string[]>>>;
  /** A hash of the user's own id, or of the visitor's. */
  readonly externalId: string | null;
  /** Without what may name a person. */
  readonly pageUrl: string | null;
  readonly userAgent: string | null;
  readonly consent: { readonly adUserData: PlatformConsent; readonly adPersonalization: PlatformConsent };
};

/** Where a conversion goes to, of an integration. */
export type Target = {
  readonly account: string;
  readonly loginAccount: string | null;
  /** What the platform calls the event type. */
  readonly action: string;
};

/** What is sent, as JSON. Where a token stands in it, `[token]` does until it is sent. */
export type Built = {
  readonly body: object;
  /** By which the platform knows a repeat: the same at every attempt. */
  readonly key: string;
  /**
   * By which the platform takes two conversions for one, though they are two: a click and a second. Null where it tells all
   * apart.
   */
  readonly sharedKey: string | null;
  /** When the platform is told that it happened, in epoch milliseconds. */
  readonly toldAt: number;
  /**
   * Everything in it that the platform can match a person by, as `leftOut` names it. Without any it is refused, so it must
   * not be sent.
   */
  readonly identifiers: readonly string[];
  /** Which hashed fields are in it, such as `email`. */
  readonly hashedFields: readonly UserDataField[];
};

/** What `build` must keep to after the first attempt. */
export type EarlierAttempts = {
  /** The request has this key, whatever click or time the conversion has by now. */
  readonly key?: string | null;
  /** How much later it is told than it happened, since other conversions have the shared keys before. */
  readonly secondsLater?: number;
  /** What answers said to leave out. */
  readonly leftOut?: readonly string[];
};

/** How an answer is understood: what becomes of the delivery follows from it alone. */
export type AnswerClass =
  /** Taken; what became of it is asked later. */
  | 'accepted'
  /** Asked, and not decided yet. */
  | 'processing'
  | 'delivered'
  | 'duplicate'
  /** The platform has a conversion of the same click and time, and does not say which. */
  | 'same_click'
  | 'unmatched'
  | 'transient'
  | 'throttled'
  | 'too_early'
  | 'auth'
  | 'config'
  | 'invalid'
  | 'expired'
  /** Only of what was accepted: the platform lost it, and is to be sent it once more. */
  | 'send_again'
  /** A code that nobody has classed yet. */
  | 'unknown';

export type PlatformAnswer = {
  readonly class: AnswerClass;
  /** False where the platform may have taken it all the same: the connection ended after the request was sent. */
  readonly isOutcomeKnown: boolean;
  readonly httpStatus: number | null;
  /** As received. */
  readonly code: string | null;
  readonly message: string | null;
  /** The field that is wrong, as the platform names it. */
  readonly field: string | null;
  /** What `build` is to leave out for another try; null where nothing can be left out, or nothing to match by were left. */
  readonly leaveOut: string | null;
  /** How long to wait, as the platform says. Milliseconds. */
  readonly retryAfterMs: number | null;
  /** What an accepted request is asked for by. */
  readonly reference: string | null;
  /** By which the platform's support finds it. */
  readonly requestId: string | null;
  /** The body of the answer, cut. */
  readonly response: string | null;
};

/** What a platform gave to its user, by the platform's own names, such as `refresh_token`. */
export type Credentials = Readonly<Record<string, string>>;

/**
 * Keeps credentials of which a token was replaced by the platform. False where others were stored meanwhile: those
 * count then.
 */
export type StoreRotated = (credentials: Credentials) => Promise<boolean>;

/** An integration, opened: how its platform is spoken to. Tokens are in none of what it returns. */
export type PlatformConnection = {
  readonly account: string;
  readonly loginAccount: string | null;
  /**
   * An access token, kept in memory until shortly before its end. `refused`: one that the platform has refused, so that
   * another is needed; the same is returned where there is no other.
   * @throws NoAccessToken, with what is to be taken for the platform's answer.
   */
  accessToken(refused?: string): Promise<string>;
  /** What else the credentials hold, such as Microsoft's developer token; undefined where they do not. */
  credential(name: string): string | undefined;
};

/** What a test of an integration found. */
export type PlatformTestResult = {
  readonly ok: boolean;
  readonly checks: readonly {
    /** What was checked, in plain words. */
    readonly what: string;
    readonly ok: boolean;
    /** What is wrong and how to mend it; null where it is fine. */
    readonly problem: string | null;
  }[];
};

/** An account whose ads cost something, as the platform describes it. */
export type SpendAccount = {
  /** As the platform numbers it. */
  readonly account: string;
  /** ISO 4217. */
  readonly currency: string;
  /** IANA zone that its days are of; null where the platform has another word for it, which nobody has translated. */
  readonly timeZone: string | null;
  /** The same, in the platform's own words. */
  readonly platformTimeZone: string;
};

/** How one platform is asked what ads cost. What it does not tell is thrown as `SpendNotRead`. */
export interface SpendAdapter {
  /** @throws SpendNotRead */
  spendAccount(connection: PlatformConnection, account: string, signal: AbortSignal): Promise<SpendAccount>;
  /**
   * What each campaign cost on each day of the account, as it comes: one row of a campaign and day at most. A day without
   * rows cost nothing. What has come before a failure is not all.
   * @throws SpendNotRead
   */
  spend(
    of: { readonly connection: PlatformConnection; readonly account: SpendAccount },
    days: CalendarDays,
    signal: AbortSignal,
  ): AsyncIterable<SpendRow>;
}

/** How one platform is spoken to. Whether a conversion is sent, and what follows an answer, is decided for all alike. */
export interface AdPlatformAdapter {
  readonly platform: AdPlatform;
  /**
   * Says what is wrong with credentials, in a sentence that names the field; null where they can be used. Nothing is
   * asked of the platform.
   */
  problemOf(credentials: Credentials): string | null;
  /** Opens no network connection. One for as long as the credentials are the same: it holds the access token. */
  connect(
    integration: Pick<Integration, 'account' | 'loginAccount'>,
    credentials: Credentials,
    storeRotated: StoreRotated,
  ): PlatformConnection;
  /** Pure: no clock, no chance, nothing in the clear. */
  build(conversion: PlatformConversion, target: Target, earlier?: EarlierAttempts): Built;
  /**
   * Where the platform takes conversions under any name, and counts none for an action that it does not have: what it would
   * have to answer, and nothing is to be sent then; null where it has the action. Without it the platform says so itself.
   */
  lookForAction?(
    action: string,
    connection: PlatformConnection,
    signal: AbortSignal,
  ): Promise<PlatformAnswer | null>;
  /** One request with one conversion. Never throws: that there was no answer is an answer. */
  send(built: Built, connection: PlatformConnection, signal: AbortSignal): Promise<PlatformAnswer>;
  /** What became of an accepted request. Where there is none, accepted is delivered. */
  verify?(reference: string, connection: PlatformConnection, signal: AbortSignal): Promise<PlatformAnswer>;
  /** Calls the platform without anything that counts there. Never throws. */
  test(
    connection: PlatformConnection,
    target: { readonly actions: readonly string[] },
    signal: AbortSignal,
  ): Promise<PlatformTestResult>;
}
