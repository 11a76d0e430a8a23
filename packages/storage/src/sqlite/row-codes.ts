import { CONSENT_PURPOSES, type StoredConsent } from '../consent.ts';
import { type Bot, EXCLUSIONS, type Exclusion, type Origin, type Visitor } from '../event-record.ts';

/** Small integers that stand for closed sets of words. A code, once released, keeps its meaning. */
const ORIGINS: readonly Origin[] = ['browser', 'server', 'pixel'];
const VISITOR_SOURCES: readonly Visitor['source'][] = ['sdk', 'user', 'hash'];

export const originCode = (origin: Origin): number => ORIGINS.indexOf(origin);
export const originOf = (code: number): Origin => at(ORIGINS, code);

export const exclusionCode = (exclusion: Exclusion | null): number | null =>
  exclusion === null ? null : EXCLUSIONS.indexOf(exclusion);
export const exclusionOf = (code: number | null): Exclusion | null =>
  code === null ? null : at(EXCLUSIONS, code);

/** The exclusions that `bots=included` lifts; a foreign host, a local page or an update of user data never counts. */
const BOT_EXCLUSIONS: readonly Exclusion[] = ['no_javascript'];
export const BOT_EXCLUSION_CODES = BOT_EXCLUSIONS.map(exclusionCode).join(', ');

/** What a person's event says in `events.bot`, and what a bot's does. Of a session it is the highest of its browser events. */
export const BOT = { none: 0, counted: 1, filtered: 2 } as const;
export type BotCode = (typeof BOT)[keyof typeof BOT];

/** What `events.bot` says of a bot, or of a person. */
export function botCode(bot: Bot | null): BotCode {
  if (bot === null) return BOT.none;
  return bot.isFiltered ? BOT.filtered : BOT.counted;
}

/** What `events.conversion` says. */
export const CONVERSION = { none: 0, counted: 1, repeated: 2, removed: 3 } as const;
export type ConversionCode = (typeof CONVERSION)[keyof typeof CONVERSION];

/** What each two bits of `events.consent` say of a purpose. */
const ANSWERS = [undefined, 'granted', 'denied'] as const;

/** The answers of a visitor as one integer, two bits for each purpose. */
export function consentCode(consent: StoredConsent | null): number | null {
  if (consent === null) return null;
  return CONSENT_PURPOSES.reduce(
    (code, purpose, place) => code | (ANSWERS.indexOf(consent[purpose]) << (2 * place)),
    0,
  );
}

/** The answers that such an integer stands for. */
export function consentOf(code: number | null): StoredConsent | null {
  if (code === null) return null;
  const answers = CONSENT_PURPOSES.map((purpose, place) => [purpose, ANSWERS[(code >> (2 * place)) & 3]]);
  return Object.fromEntries(answers.filter(([, answer]) => answer !== undefined)) as StoredConsent;
}

/** Who told the session of an event, in `events.stitched`. */
export const SESSION_BY = {
  /** Its client, or nobody. */
  client: 0,
  /** It was found by visitor and time. */
  visitor: 1,
  /** A browser's report of the same order: the visit that a backend's sale is credited to. */
  order: 2,
} as const;

/** Whose report of an order it is, in `order_reports.rank`: the first that there is decides. */
export const ORDER_RANK = {
  server: 0,
  person: 1,
  /** Of a browser whose session is a bot's. */
  bot: 2,
} as const;

export const visitorSourceCode = (source: Visitor['source']): number => VISITOR_SOURCES.indexOf(source);
export const visitorSourceOf = (code: number): Visitor['source'] => at(VISITOR_SOURCES, code);

function at<Word>(words: readonly Word[], code: number): Word {
  const word = words[code];
  if (word === undefined) throw new RangeError(`Unknown code ${code} among ${words.join(', ')}`);
  return word;
}
