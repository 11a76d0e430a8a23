import type { BotCategory } from '@cvq/storage';
import type { ClientHints } from '../clients/client.ts';
import type { CustomRules } from './custom-rules.ts';

/** How an event reached the collector. A backend's own request says nothing of the visitor that it tells of. */
type Channel = 'browser' | 'pixel' | 'server';

/** What is known of the client of an event when it is decided whether that is a bot. Everything may be a lie. */
export type BotEvidence = {
  readonly channel: Channel;
  readonly userAgent: string | null;
  /** The full address, which is looked up in memory and kept nowhere. */
  readonly address: string | null;
  readonly hints?: ClientHints | undefined;
  readonly headers?: HeaderEvidence | undefined;
  /** Names of what gave a driven browser away to the script in it. */
  readonly signals?: readonly string[] | null | undefined;
  readonly referrerHost?: string | null | undefined;
  readonly rules?: CustomRules | undefined;
  /** What the visitor did before, already weighed. */
  readonly behaviour?: readonly Reason[] | undefined;
};

/** What of a request's headers tells browsers from programs. */
export type HeaderEvidence = {
  /** `Accept-Language` as it was sent; null where it was not. */
  readonly acceptLanguage: string | null;
  /** True where any `Sec-Fetch-*` was sent; null where a browser would send none, as over plain http. */
  readonly secFetch: boolean | null;
  /** `Signature-Agent`: an agent that signs its requests says whose it is. */
  readonly signatureAgent: string | null;
};

/** The code of a piece of evidence, as it is stored and shown. */
export type Reason = keyof typeof REASON_SCORES;

/** What each piece of evidence weighs. A hundred is proof; lesser pieces add up. */
export const REASON_SCORES = {
  custom_rule: 100,
  named: 100,
  user_agent: 100,
  empty_user_agent: 100,
  impossible_browser: 100,
  crawler_network: 100,
  monitoring_network: 100,
  spoofed: 100,
  webdriver: 100,
  webdriver_faked: 100,
  signed_agent: 100,
  referrer_spam: 100,
  rapid_session: 100,
  constant_interval: 100,
  no_javascript: 60,
  webdriver_hidden: 60,
  platform_mismatch: 60,
  fleet: 60,
  unknown_build: 55,
  hint_platform_mismatch: 50,
  hint_version_mismatch: 50,
  hosting_network: 50,
  rapid_requests: 45,
  no_sec_fetch: 40,
  headless_screen: 40,
  no_accept_language: 30,
  long_user_agent: 20,
  outdated_networks: 0,
} as const;

/** From this score on a visitor is a bot. */
export const BOT_SCORE = 100;

/** What is found by what a visitor did before, and so never by a first event. */
export const BEHAVIOUR_REASONS: ReadonlySet<string> = new Set<Reason>([
  'constant_interval',
  'rapid_requests',
  'rapid_session',
]);

/** What the evidence amounts to. `category` and `name` say which bot it is, and nothing of a person. */
export type Classification = {
  readonly isBot: boolean;
  readonly score: number;
  readonly category: BotCategory;
  readonly name: string;
  /** The weightiest first. */
  readonly reasons: readonly Reason[];
};

/** A bot that a piece of evidence names. */
export type NamedBot = { readonly name: string; readonly category: BotCategory };

/** One thing that speaks for a bot, and which bot, where it says so. */
export type BotFinding = { readonly reason: Reason; readonly bot?: NamedBot | undefined };
