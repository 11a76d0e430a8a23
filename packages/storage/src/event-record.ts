import type { EventId } from '@cvq/contract';
import type { StoredConsent } from './consent.ts';

/** Who sent an event: the browser SDK, a backend, or the image of a page without JavaScript. */
export type Origin = 'browser' | 'server' | 'pixel';

/** Why a stored event stays out of reports. The order is that of their codes in the store: add at the end. */
export const EXCLUSIONS = ['no_javascript', 'foreign_host', 'user_update', 'local_page'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** Who acted. The SDK's own id is the best evidence, a user id the next, a hash of the day the last. */
export type Visitor = {
  readonly id: string;
  readonly source: 'sdk' | 'user' | 'hash';
  /** The hash of the same visitor before midnight: it stays, where a session of it is still going on. */
  readonly formerId?: string | null;
};

/** The page of an event, split so that reports can group by host and path. */
export type Page = {
  /** Scheme, host and path; the whole text when it is no absolute address. */
  readonly url: string;
  /** Query and hash as sent, with their marks; empty when there are none. */
  readonly suffix: string;
  readonly hostname: string | null;
  readonly path: string | null;
};

/** With what and from where: null where it is not known. */
export type Client = {
  readonly userAgent: string | null;
  readonly language: string | null;
  readonly screen: string | null;
  readonly browser: string | null;
  readonly browserVersion: string | null;
  readonly os: string | null;
  readonly osVersion: string | null;
  readonly device: string | null;
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
};

/** How a visitor would have come, were this event the first of a session. Words of reports are never null. */
export type Touch = {
  /** True for a click id, a campaign or an outside referrer: what attribution may credit. */
  readonly isTouch: boolean;
  readonly channel: string;
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
  readonly term: string;
  readonly content: string;
  readonly adPlatform: string;
  readonly referrer: string;
  /** The id of the campaign at its ad platform, as the link carried it; null where it carried none. */
  readonly campaignId: string | null;
};

/** An amount in integer minor units of its currency. */
export type Money = { readonly minor: number; readonly currency: string };

/** What makes an event a conversion. */
export type ConversionFacts = { readonly orderId: string | null; readonly amount: Money | null };

/** What kinds of programs visit sites. */
export type BotCategory = 'search_engine' | 'ai_crawler' | 'monitoring' | 'social_media' | 'other';

/** What was found out about the program that sent an event: a bot, stored like anyone's and named. */
export type Bot = {
  readonly category: BotCategory;
  readonly name: string;
  /** The weight of the evidence; a hundred is proof. */
  readonly score: number;
  /** Codes of the evidence, the weightiest first. */
  readonly reasons: readonly string[];
  /** False where the site wants its bots in reports. Their conversions count nowhere all the same. */
  readonly isFiltered: boolean;
};

/** A caller's word that a repeat of its request must not be a second event. */
export type Idempotency = {
  /** Stands for one element of a request. */
  readonly key: string;
  /** Stands for the request as a whole, and is no element's key. */
  readonly request: string;
  /** Hash of the request: the same key with another request is a mistake of the caller. */
  readonly fingerprint: string;
};

/** Click ids that the SDK kept from earlier page views, by their names, and when it met each; null where that is not known. */
export type Clicks = Readonly<Record<string, { readonly value: string; readonly at: number | null }>>;

/** What a sender says of itself and of the visitor, beside what happened. Exports and ad platforms read it. */
export type EventFacts = {
  /** The version of the SDK. */
  readonly sdk: string | null;
  readonly consent: StoredConsent | null;
  /** Whether the browser sends Global Privacy Control. */
  readonly gpc: boolean;
  readonly clicks: Clicks | null;
};

export const NO_FACTS: EventFacts = { sdk: null, consent: null, gpc: false, clicks: null };

/** An event as it is stored: validated and enriched. Instants are epoch milliseconds. */
export type EventRecord = {
  readonly project: string;
  readonly id: EventId;
  /** When it happened. */
  readonly at: number;
  readonly receivedAt: number;
  readonly origin: Origin;
  readonly exclusion: Exclusion | null;
  /**
   * Null for a person. A bot's event of a browser makes its whole session a bot's, with all that came before; a server's
   * is judged alone.
   */
  readonly bot: Bot | null;
  readonly type: string;
  readonly sessionId: string | null;
  readonly visitor: Visitor | null;
  readonly userId: string | null;
  readonly page: Page | null;
  readonly title: string | null;
  readonly referrer: string | null;
  readonly client: Client;
  readonly touch: Touch | null;
  /** Click ids of the page's address, as they were. */
  readonly clickIds: Readonly<Record<string, string>> | null;
  readonly conversion: ConversionFacts | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly facts: EventFacts;
  /** Further context of a backend, as it was sent. */
  readonly extras: Readonly<Record<string, unknown>>;
  /** Hashes of user data for the ad platforms, encrypted; the clear text is never part of a record. */
  readonly sealedUserData: Uint8Array | null;
  readonly idempotency: Idempotency | null;
};
