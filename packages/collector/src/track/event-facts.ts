import { hash } from 'node:crypto';
import {
  CONVERSION_TYPES,
  DAY_MS,
  ENHANCE,
  type EventId,
  MAX_AHEAD_MS,
  MAX_ID_LENGTH,
  PLACEHOLDER_ID,
  parseTimestamp,
  toMinorUnits,
} from '@cvq/contract';
import { withoutClickIds } from '@cvq/contract/redact';
import type { ConversionFacts, EventRecord, Money, Page, ProjectRecord } from '@cvq/storage';
import { TrackRefused } from '../errors/track-refused.ts';
import { randomBase62 } from '../keys/token.ts';
import { isHostOfProject, isLocalHost, isLocalSite } from '../net/hosts.ts';
import { type Allowed, type SentProperties, type Storable, separateUserData } from '../privacy/storable.ts';
import type { Enrichment } from './enrichment.ts';

const MAX_AGE_MS = 400 * DAY_MS;

/** Below this a difference is the network's, above it the clock's. */
const CLOCK_TOLERANCE_MS = 30_000;

/**
 * When an event happened, in epoch milliseconds: the time that it states, or that of receipt.
 * @throws TrackRefused when the time is no ISO 8601, over 24 hours ahead, or over 400 days old.
 */
export function eventTime(timestamp: string | null | undefined, receivedAt: number, clockError = 0): number {
  if (timestamp === null || timestamp === undefined) return receivedAt;
  const stated = parseTimestamp(timestamp);
  if (stated === null) {
    throw new TrackRefused('bad_request', 'timestamp must be ISO 8601, such as 2026-11-21T10:00:00Z.');
  }
  const at = stated + clockError;
  if (at > receivedAt + MAX_AHEAD_MS) {
    throw new TrackRefused('bad_request', 'timestamp lies more than 24 hours ahead.');
  }
  if (at < receivedAt - MAX_AGE_MS) {
    throw new TrackRefused('bad_request', 'timestamp is older than 400 days.');
  }
  return at;
}

/** What to add to a browser's times: how far its clock was off when it sent the batch. */
export function clockErrorOf(sentAt: string | null | undefined, receivedAt: number): number {
  const sent = sentAt ? parseTimestamp(sentAt) : null;
  if (sent === null) return 0;
  const difference = receivedAt - sent;
  return Math.abs(difference) > CLOCK_TOLERANCE_MS ? difference : 0;
}

const BY_NAME: ReadonlySet<string> = new Set(CONVERSION_TYPES);

/** In major units, either way. A larger amount is a mistake or mischief; it is kept and is no revenue. */
const MAX_REVENUE = 100_000_000_000;

type Candidate = {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** True when the sender says so: `trackConversion`, or a server event with a value or an order. */
  readonly declared: boolean;
  readonly projectCurrency: string;
};

/**
 * What makes an event a conversion, or null when it is none. An amount that cannot be read is no amount: the
 * conversion counts, its revenue does not.
 */
export function readConversion({
  type,
  properties,
  declared,
  projectCurrency,
}: Candidate): ConversionFacts | null {
  if (!declared && !BY_NAME.has(type)) return null;
  return { orderId: readOrderId(properties.order_id), amount: readAmount(properties, projectCurrency) };
}

function readOrderId(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return null;
  return text.length <= MAX_ID_LENGTH ? text : shortenedOrderId(text);
}

/** Of a longer order id its beginning and a hash of it all, so that no two orders become one. */
function shortenedOrderId(text: string): string {
  const digest = `~${hash('sha256', text, 'base64url')}`;
  // Half of a surrogate pair cannot be stored.
  return text.slice(0, MAX_ID_LENGTH - digest.length).replace(/[\ud800-\udbff]$/, '') + digest;
}

function readAmount(
  { value, currency }: Readonly<Record<string, unknown>>,
  projectCurrency: string,
): Money | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > MAX_REVENUE) return null;
  const code = currency === undefined || currency === null ? projectCurrency : currency;
  if (typeof code !== 'string' || !/^[A-Za-z]{3}$/.test(code)) return null;
  const known = code.toUpperCase();
  return { minor: toMinorUnits(value, known), currency: known };
}

/** What the id of a user, a visitor or a session names; null where it is what programs write when they know nobody. */
export function namedBy(id: string | null | undefined): string | null {
  return id == null || PLACEHOLDER_ID.test(id) ? null : id;
}

/** Events of these types carry user data and are no events of the site: they count nowhere. */
export const USER_UPDATES: ReadonlySet<string> = new Set(['identify', ENHANCE]);

type Properties = SentProperties['properties'];

/**
 * The properties as they were sent, except for blanks around an order id: one that is blank, or what programs write when they
 * know no id, names no order, and is left out.
 */
export function sentProperties(sent: Properties | null | undefined): Properties {
  if (sent == null) return {};
  const { order_id: said } = sent;
  if (typeof said !== 'string' && typeof said !== 'number') return sent;
  const orderId = typeof said === 'string' ? said.trim() : said;
  const namesNone = PLACEHOLDER_ID.test(`${orderId}`);
  if (orderId === said && !namesNone) return sent;
  const { order_id: _, ...others } = sent;
  return namesNone ? others : { ...others, order_id: orderId };
}

/** The properties of an event and its user data, which may also stand among the properties of what is about a user. */
export function readProperties(
  event: { readonly event_type: string; readonly user_data?: SentProperties['userData'] },
  properties: Properties,
  conversion: ConversionFacts | null,
): SentProperties {
  const sent = { properties, userData: event.user_data };
  const isOfUser = conversion !== null || USER_UPDATES.has(event.event_type);
  return isOfUser ? separateUserData(sent) : sent;
}

/** An id for an event that came without one, in the millisecond in which it happened. */
export function newEventId(at: number): EventId {
  return { ms: at, suffix: randomBase62(10) };
}

/** The addresses of an event as they were sent. */
type Sent = {
  readonly page_url?: string | null | undefined;
  readonly referrer?: string | null | undefined;
  /** Click ids of this visit that came beside the address, as a backend sends them. */
  readonly beside: Readonly<Record<string, string>> | null;
};

type Readers = {
  readonly project: ProjectRecord;
  readonly enrichment: Enrichment;
  readonly allowed: Allowed;
  readonly storable: Storable;
};

type Addresses = {
  /** The page as it was sent, for what is found out in memory. */
  readonly seen: Page | null;
  readonly stored: Pick<EventRecord, 'page' | 'referrer' | 'touch' | 'clickIds'> & {
    readonly touch: NonNullable<EventRecord['touch']>;
  };
};

/** How an event's page was reached, read before anything is cut, and its addresses as they may be stored. */
export function readAddresses(
  { page_url, referrer, beside }: Sent,
  { project, enrichment, allowed, storable }: Readers,
): Addresses {
  const { seen, stored } = storable.page(allowedPart(page_url, allowed));
  const before = allowedPart(referrer, allowed);
  const { touch, clickIds } = enrichment.touchOf({
    page: seen,
    referrer: before,
    beside: allowed.clickIds ? beside : null,
    project,
  });
  return {
    seen,
    stored: {
      page: stored,
      referrer: storable.text(before),
      touch,
      clickIds: allowed.clickIds ? clickIds : null,
    },
  };
}

function allowedPart(text: string | null | undefined, { clickIds }: Allowed): string | null {
  if (!text) return null;
  return clickIds ? text : withoutClickIds(text);
}

/**
 * True when a project names its hosts and a page is on none of them: somebody else uses its tracking key. The
 * event is kept apart, so that it cannot be found in the reports of the site.
 */
export function isForeignHost(page: Page | null, project: ProjectRecord): boolean {
  if (project.hosts === null || page === null || page.hostname === null) return false;
  return !isHostOfProject(page.hostname, project);
}

/**
 * True for a page that somebody runs on a machine of their own, such as a developer's preview or a file: their work is
 * no visit. The event is kept apart, unless the project itself is at home on such a host.
 */
export function isLocalPage(page: Page | null, project: ProjectRecord): boolean {
  if (page === null || page.hostname === null) return false;
  return isLocalHost(page.hostname) && !isLocalSite(project);
}
