import type { UserData } from '@cvq/contract';
import { CLICK_ID_FAMILIES, LINK_PARAMETER, MAX_TEXT_LENGTH } from '@cvq/contract';
import {
  CUT,
  clickIdName,
  cutText,
  REDACTED,
  redact,
  withoutClickIds,
  withTexts,
} from '@cvq/contract/redact';
import { separateUserData as separate } from '@cvq/contract/separate-user-data';
import { consentIn, type Page, type ProjectRecord, type StoredConsent } from '@cvq/storage';
import { boundedCache } from '../bounded-cache.ts';
import { splitPageUrl } from '../net/split-page-url.ts';

type Json = Readonly<Record<string, unknown>>;

/** Makes of what was sent what may be stored of it. What needs no change is given back as it is. */
export type Storable = {
  /** A text of a context: an address, a title. Cut where it is too long. */
  text(text: string | null | undefined): string | null;
  page(address: string | null): ReadPage;
  /** Properties and further context. */
  properties(values: Json): Json;
};

/** The page of an address as it was sent, for what is found out in memory, and as it may be stored. */
type ReadPage = { readonly seen: Page | null; readonly stored: Page | null };
const NO_PAGE: ReadPage = { seen: null, stored: null };

/** An address, also one without a host. */
const ADDRESS = /^(?:https?:|[/?#.])/i;

/** A text of a context at most as long as texts may be, and marked where it was longer. */
export function shortened<Text extends string | null>(text: Text): Text {
  return (text === null ? null : cutText(text, MAX_TEXT_LENGTH)) as Text;
}

/** Strangers choose what is cached, so there is little of it and nothing long. */
const MAX_CACHED = 2_000;
const MAX_CACHED_LENGTH = 512;

/** What was made of texts and pages that sites send again and again, by whom: others may cut other names from them. */
const texts = boundedCache<{ readonly by: Storable; readonly kept: string }>(MAX_CACHED);
const pages = boundedCache<{ readonly by: Storable; readonly read: ReadPage }>(MAX_CACHED);

/** Too short for a key, and without what parts a name, an address or an escape: a text in which nothing is ever cut. */
const PLAIN_WORDS = /^[\w .,-]{0,12}$/;

type Rules = Pick<ProjectRecord, 'redactedNames'>;
/** Made once for each project as it was read from the store, with click ids and without. */
const known = new WeakMap<Rules, { with?: Storable; without?: Storable }>();

/** What may be stored of what is sent to a project. The same object each time, until the project changes. */
export function storable(project: Rules, { clickIds }: Pick<Allowed, 'clickIds'>): Storable {
  let ofProject = known.get(project);
  if (ofProject === undefined) {
    ofProject = {};
    known.set(project, ofProject);
  }
  const kind = clickIds ? 'with' : 'without';
  ofProject[kind] ??= openStorable(project, clickIds);
  return ofProject[kind];
}

function openStorable({ redactedNames }: Rules, clickIds: boolean): Storable {
  /** Shortened first, since what a stranger made long is not to be searched in full. */
  function cut(sent: string): string {
    const short = shortened(sent);
    const allowed = clickIds ? short : withoutClickIds(short);
    const kept = redactedNames === null ? allowed : withoutUnnamedSecrets(redact(allowed, redactedNames));
    return sent !== short && !kept.endsWith(CUT) ? kept + CUT : kept;
  }

  function text(sent: string | null | undefined): string | null {
    if (!sent) return null;
    if (PLAIN_WORDS.test(sent)) return sent;
    const cached = texts.get(sent);
    if (cached?.by === own) return cached.kept;
    const kept = cut(sent);
    if (sent.length <= MAX_CACHED_LENGTH) texts.set(sent, { by: own, kept });
    return kept;
  }

  function page(address: string | null): ReadPage {
    if (!address) return NO_PAGE;
    const cached = pages.get(address);
    if (cached?.by === own) return cached.read;
    const kept = cut(address);
    const seen = splitPageUrl(address);
    const read = { seen, stored: kept === address ? seen : splitPageUrl(kept) };
    if (address.length <= MAX_CACHED_LENGTH) pages.set(address, { by: own, read });
    return read;
  }

  /** A text of a property. What is a secret by its shape alone may be the name of an order outside of an address. */
  function value(sent: string, isOpen: boolean): string {
    if (PLAIN_WORDS.test(sent)) return sent;
    if (ADDRESS.test(sent)) return text(sent) ?? '';
    const allowed = clickIds ? sent : withoutClickIds(sent);
    return redactedNames === null ? allowed : redact(allowed, redactedNames, isOpen);
  }

  /**
   * True where nothing need be cut from a value, as nearly always: to look costs a part of a copy. What is kept as it is
   * where any text may be a secret is kept where it is open as well.
   */
  function isKept(sent: unknown): boolean {
    if (typeof sent === 'string') return value(sent, false) === sent;
    if (typeof sent !== 'object' || sent === null) return true;
    if (Array.isArray(sent)) return sent.every(isKept);
    for (const name in sent) {
      if (name.includes('@') || !(name === 'order_id' || isKept((sent as Json)[name]))) return false;
    }
    return true;
  }

  const own: Storable = {
    text,
    page,
    properties(sent) {
      if (clickIds && isKept(sent)) return sent;
      return withTexts(sent, value, clickIds ? undefined : clickIdName()) as Json;
    },
  };
  return own;
}

/** What a visitor allows to be kept. What is not named is allowed: who must ask first sends nothing before. */
export type Allowed = {
  /** Ids of visitor, session and user. */
  readonly ids: boolean;
  readonly clickIds: boolean;
  readonly userData: boolean;
  /** The answers that it comes from; null where nothing was said. */
  readonly consent: StoredConsent | null;
};

/** What is allowed where nothing was said, as nearly always. */
const EVERYTHING: Allowed = Object.freeze({ ids: true, clickIds: true, userData: true, consent: null });

/** What the `consent` of a batch or an event comes to. */
export function readConsent(said: unknown): Allowed {
  const consent = consentIn(said);
  if (consent === null) return EVERYTHING;
  return {
    ids: consent.analytics_storage !== 'denied',
    clickIds: consent.ad_storage !== 'denied',
    userData: consent.ad_user_data !== 'denied',
    consent,
  };
}

/**
 * What may be a secret by its shape alone, or by the segment before it. Rare, and judged here only, before anything is
 * stored: the SDK cuts whatever names itself, and would be heavier for every visitor by these rules.
 */

/** Long values of these are what they should be: words of campaigns, clicks, a visitor on the way, a search. */
const OPEN_NAME = new RegExp(
  `^(?:amp;)?(?:utm_\\w+|${CLICK_ID_FAMILIES.replace(/[ +]/g, '|')}|${LINK_PARAMETER}|ref|source|q|query|s|search|terms?|keywords?|p)$`,
  'i',
);
const VALUE = /([?&#])([^=&#?/]+)(=)((?:[\w+/~.-]|%2[bf]|%3d){24,}=*)(?![^&#])/gi;
const SEGMENT = /(\/)()()([\w~.-]{32,}=*)(?![^/?#&;])/g;
/**
 * The segment after one that says so: `/reset-password/Zk3…`. What stands around the word has an end: without one, a path that
 * repeats it is tried from each of them to each.
 */
const ANNOUNCED =
  /(\/(?:[\w-]{0,128}(?:passwor[dt]|token|magic(?:-?link)?|verif[a-z]{1,32}|activat[a-z]{1,32}|invit[a-z]{1,32}|unsubscribe|secret|sso)|reset|confirm))\/(?=[\w~.-]*\d[a-z])[\w~.-]{16,}=*(?![^/?#&;])/gi;
/** Keys whose beginning is found in other texts as well. */
const KEY =
  /(^|[^\w%]|%(?:25)*[\da-fA-F]{2})(?:(?:cs|pi|seti)_(?:(?:live|test)_)?[A-Za-z\d]{16}[\w-]*|ya29\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]+)/g;

/** True for a text that only chance writes: both cases and digits, in a mix that no words have. */
function isRandom(text: string): boolean {
  const turns = text.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g) || [];
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) && turns.length * 4 >= text.length;
}

function withoutChance(match: string, before: string, name: string, equals: string, value: string): string {
  return OPEN_NAME.test(name) || !isRandom(value) ? match : before + name + equals + REDACTED;
}

/** An address without what is a secret by its shape. UTM words, click ids and `_cvl` are never taken for tokens. */
export function withoutUnnamedSecrets(address: string): string {
  // Most addresses have nothing that long, and each search costs a microsecond.
  if (!/[\w~.%+-]{16}/.test(address)) return address;
  return address
    .replace(KEY, `$1${REDACTED}`)
    .replace(VALUE, withoutChance)
    .replace(SEGMENT, withoutChance)
    .replace(ANNOUNCED, `$1/${REDACTED}`);
}

/** What an event says of its user, in its properties and apart from them. */
export type SentProperties = {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly userData: UserData | null | undefined;
};

/**
 * Takes user data out of the properties of a conversion, where callers put it by mistake. What the event calls user data
 * itself goes first.
 */
export function separateUserData({ properties, userData }: SentProperties): SentProperties {
  const { properties: kept, found } = separate(properties);
  for (const _ in found) return { properties: kept, userData: { ...found, ...withoutGaps(userData) } };
  return { properties: kept, userData };
}

function withoutGaps(userData: UserData | null | undefined): UserData {
  return Object.fromEntries(Object.entries(userData ?? {}).filter(([, value]) => value));
}

/** True for an object of JSON that is no list. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
