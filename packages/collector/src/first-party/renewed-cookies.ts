import {
  ATTRIBUTION_WINDOW_MS,
  type BrowserBatch,
  CLICK_ID,
  CLICK_ID_FAMILIES,
  type CLICKS_RECORD,
  MAX_CLICK_AHEAD_MS,
  MAX_COOKIE_SECONDS,
  VISITOR_RECORD,
} from '@cvq/contract';
import { isPlainObject, readConsent } from '../privacy/storable.ts';

/** What a page of a site lets the collector know beside its events: its origin, and the cookies of the SDK. */
export type SiteVisit = {
  readonly origin: string;
  readonly cookies: readonly OwnCookie[];
  /** The visitor has opted out of this site, in another tab it may be. */
  readonly hasOptedOut?: true;
};

/** A cookie as it was sent, and not looked into yet. */
export type OwnCookie = {
  readonly name: typeof VISITOR_RECORD | typeof CLICKS_RECORD;
  readonly value: string;
};

/** What the SDK writes: a record, percent-encoded; the domain that took it, or none for the host alone; and our mark. */
const OWN_VALUE = /^([\w%!'()*~.-]+)@((?:[a-z0-9-]+(?:\.[a-z0-9-]+)+)?)!?$/;
const VISITOR_ID = /^[1-9]\d{0,15}_\d{1,20}$/;

const CLICK_ID_NAMES: ReadonlySet<string> = new Set(CLICK_ID_FAMILIES.split(/[ +]/));

type Said = Pick<BrowserBatch, 'visitor_id' | 'click_ids' | 'consent'>;

/**
 * The cookies of the SDK that a request carries, as `Set-Cookie`, so that Safari, which lets a script's cookie live for
 * a week, keeps them for longer. Renewed is what the SDK wrote and what its batch says as well, and nothing else: not a
 * value that another page or program has put there, and nothing that the visitor does not allow. The mark at the end
 * tells the SDK not to write the cookie again, which would make it a script's.
 */
export function renewedCookies(
  { origin, cookies, hasOptedOut }: SiteVisit,
  said: Said,
  at: number,
): readonly string[] {
  if (hasOptedOut || !readConsent(said.consent).ids) return [];
  const names = cookies.map(({ name }) => name);
  return cookies.flatMap((cookie) => {
    // Of two with one name, from a domain and from its parent, nobody can tell which is which.
    if (names.indexOf(cookie.name) !== names.lastIndexOf(cookie.name)) return [];
    const [, record = '', domain = ''] = OWN_VALUE.exec(cookie.value) ?? [];
    const seconds = secondsToLive(cookie.name, recordOf(record), said, at);
    return seconds > 0 && isDomainOf(origin, domain) ? [setCookie(cookie, { origin, domain, seconds })] : [];
  });
}

function setCookie(
  { name, value }: OwnCookie,
  { origin, domain, seconds }: { origin: string; domain: string; seconds: number },
): string {
  const marked = value.endsWith('!') ? value : `${value}!`;
  const where = domain === '' ? '' : `; Domain=${domain}`;
  const how = origin.startsWith('https:') ? '; Secure' : '';
  // Not HttpOnly: the SDK reads it.
  return `${name}=${marked}; Path=/; Max-Age=${seconds}; SameSite=Lax${where}${how}`;
}

/** A browser refuses a domain that is not the one it asked, or a public suffix; a page may name no other than its own. */
function isDomainOf(origin: string, domain: string): boolean {
  const { hostname } = new URL(origin);
  return domain === '' || hostname === domain || hostname.endsWith(`.${domain}`);
}

/** A record that is written just as the SDK writes it; null for any other text. */
function recordOf(text: string): unknown {
  try {
    const record: unknown = JSON.parse(decodeURIComponent(text));
    return encodeURIComponent(JSON.stringify(record)) === text ? record : null;
  } catch {
    return null;
  }
}

/** How long a record may live from now on; 0 where the batch of the SDK does not say the same. */
function secondsToLive(name: OwnCookie['name'], record: unknown, said: Said, at: number): number {
  if (name === VISITOR_RECORD) return isVisitor(record, said) ? MAX_COOKIE_SECONDS : 0;
  if (!readConsent(said.consent).clickIds) return 0;
  const newest = newestClick(record, said, at);
  const left = Math.floor((newest + ATTRIBUTION_WINDOW_MS - at) / 1000);
  return Math.max(0, Math.min(left, ATTRIBUTION_WINDOW_MS / 1000));
}

function isVisitor(record: unknown, { visitor_id }: Said): boolean {
  return (
    Array.isArray(record) &&
    record.length === 1 &&
    typeof visitor_id === 'string' &&
    record[0] === visitor_id &&
    VISITOR_ID.test(visitor_id)
  );
}

/** When the last of the click ids of a record was clicked; far in the past where anything is not as the SDK writes it. */
function newestClick(record: unknown, { click_ids: said }: Said, at: number): number {
  const kept = isPlainObject(record) && Object.keys(record).join() === 'click_ids' ? record.click_ids : null;
  if (!isPlainObject(kept)) return Number.NEGATIVE_INFINITY;
  const times = Object.entries(kept).map(([name, clickId]) => {
    const known = said?.[name];
    if (!CLICK_ID_NAMES.has(name) || !isPlainObject(clickId) || !known) return Number.NaN;
    const { value, at: clickedAt, ...more } = clickId;
    const isSame = known.value === value && known.at === clickedAt && Object.keys(more).length === 0;
    return isSame && typeof value === 'string' && CLICK_ID.test(value)
      ? clickTime(clickedAt, at)
      : Number.NaN;
  });
  return times.length === 0 || times.some(Number.isNaN) ? Number.NEGATIVE_INFINITY : Math.max(...times);
}

/** The time of a click as the SDK writes it, not long before it happens. */
function clickTime(text: unknown, at: number): number {
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time) || time > at + MAX_CLICK_AHEAD_MS) return Number.NaN;
  return new Date(time).toISOString() === text ? time : Number.NaN;
}
