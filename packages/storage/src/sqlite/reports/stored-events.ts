import type { EventId } from '@cvq/contract';
import type {
  Bot,
  BotCategory,
  Client,
  Conversion,
  EventRecord,
  Page,
  Touch,
  Visitor,
} from '../../event-record.ts';

import type { EventCursor, EventPage, StoredEvent } from '../../event-store.ts';
import { CONVERSION, type ConversionCode } from '../ingest/order-deduplication.ts';
import type { Connection } from '../open-database.ts';
import { BOT, exclusionOf, originCode, originOf, SESSION_BY, visitorSourceOf } from '../row-codes.ts';

const RECORDS = `
  SELECT
    events.ms, events.suffix, events.at, events.received_at, events.origin, events.exclusion,
    events.conversion,
    events.order_id, events.amount, events.click_ids, events.properties, events.extras, events.page_suffix,
    (SELECT value FROM strings WHERE id = events.type) AS type,
    CASE WHEN events.stitched = ${SESSION_BY.client} AND found.stitched = 0 THEN found.key END AS session,
    visitors.key AS visitor, visitors.source AS visitor_source,
    (SELECT value FROM strings WHERE id = events.user) AS user,
    pages.url AS page_url,
    (SELECT value FROM strings WHERE id = pages.hostname) AS hostname,
    (SELECT value FROM strings WHERE id = pages.path) AS path,
    (SELECT value FROM strings WHERE id = events.title) AS title,
    (SELECT value FROM strings WHERE id = events.referrer) AS referrer,
    (SELECT value FROM strings WHERE id = clients.user_agent) AS user_agent,
    (SELECT value FROM strings WHERE id = clients.language) AS language,
    (SELECT value FROM strings WHERE id = clients.screen) AS screen,
    (SELECT value FROM strings WHERE id = clients.browser) AS browser,
    (SELECT value FROM strings WHERE id = clients.browser_version) AS browser_version,
    (SELECT value FROM strings WHERE id = clients.os) AS os,
    (SELECT value FROM strings WHERE id = clients.os_version) AS os_version,
    (SELECT value FROM strings WHERE id = clients.device) AS device,
    (SELECT value FROM strings WHERE id = clients.country) AS country,
    (SELECT value FROM strings WHERE id = clients.region) AS region,
    (SELECT value FROM strings WHERE id = clients.city) AS city,
    events.bot,
    (SELECT value FROM strings WHERE id = bot_verdicts.category) AS bot_category,
    (SELECT value FROM strings WHERE id = bot_verdicts.name) AS bot_name,
    bot_verdicts.score AS bot_score, bot_verdicts.reasons AS bot_reasons,
    found.bot AS session_bot,
    (SELECT value FROM strings WHERE id = later.category) AS session_bot_category,
    (SELECT value FROM strings WHERE id = later.name) AS session_bot_name,
    later.score AS session_bot_score, later.reasons AS session_bot_reasons,
    touches.is_touch,
    (SELECT value FROM strings WHERE id = touches.channel) AS touch_channel,
    (SELECT value FROM strings WHERE id = touches.source) AS touch_source,
    (SELECT value FROM strings WHERE id = touches.medium) AS touch_medium,
    (SELECT value FROM strings WHERE id = touches.campaign) AS touch_campaign,
    (SELECT value FROM strings WHERE id = touches.term) AS touch_term,
    (SELECT value FROM strings WHERE id = touches.content) AS touch_content,
    (SELECT value FROM strings WHERE id = touches.ad_platform) AS touch_ad_platform,
    (SELECT value FROM strings WHERE id = touches.referrer) AS touch_referrer,
    (SELECT value FROM strings WHERE id = events.currency) AS currency
  FROM events
  LEFT JOIN visitors ON visitors.id = events.visitor
  LEFT JOIN pages ON pages.id = events.page
  LEFT JOIN clients ON clients.id = events.client
  LEFT JOIN touches ON touches.id = events.touch
  LEFT JOIN bot_verdicts ON bot_verdicts.id = events.bot_verdict
  LEFT JOIN sessions found ON found.id = events.session
  LEFT JOIN bot_verdicts later ON later.id = found.bot_verdict
    AND events.exclusion IS NULL AND events.origin <> ${originCode('server')}
  WHERE events.project = (SELECT id FROM projects WHERE key = :project)`;

const AFTER = `${RECORDS} AND (events.ms, events.suffix) > (:ms, :suffix)
  ORDER BY events.ms, events.suffix LIMIT :limit`;
const BY_ID = `${RECORDS} AND events.ms = :ms AND events.suffix = :suffix`;

type Row = {
  ms: number;
  suffix: string;
  at: number;
  received_at: number;
  origin: number;
  exclusion: number | null;
  conversion: ConversionCode;
  bot: number;
  bot_category: BotCategory | null;
  bot_name: string;
  bot_score: number;
  bot_reasons: string;
  session_bot: number | null;
  session_bot_category: BotCategory | null;
  session_bot_name: string;
  session_bot_score: number;
  session_bot_reasons: string;
  order_id: string | null;
  amount: number | null;
  currency: string | null;
  properties: string | null;
  extras: string | null;
  type: string;
  session: string | null;
  visitor: string | null;
  visitor_source: number | null;
  user: string | null;
  page_url: string | null;
  page_suffix: string | null;
  hostname: string | null;
  path: string | null;
  title: string | null;
  referrer: string | null;
  user_agent: string | null;
  language: string | null;
  screen: string | null;
  browser: string | null;
  browser_version: string | null;
  os: string | null;
  os_version: string | null;
  device: string | null;
  country: string | null;
  region: string | null;
  city: string | null;
  is_touch: 0 | 1 | null;
  touch_channel: string;
  touch_source: string;
  touch_medium: string;
  touch_campaign: string;
  touch_term: string;
  touch_content: string;
  touch_ad_platform: string;
  touch_referrer: string;
  click_ids: string | null;
};

type Ask = { project: string; after: EventCursor | null; limit: number };

/** A page ends early after so much of what events carry. */
const PAGE_CHARACTERS = 4_000_000;

/** A page of a project's events in the order of their ids. */
export function storedEvents(db: Connection, { project, after, limit }: Ask): EventPage {
  const cursor = after ?? { ms: -1, suffix: '' };
  const rows = db.prepare(AFTER).iterate({ project, ...cursor, limit }) as IterableIterator<Row>;
  const events: StoredEvent[] = [];
  let characters = 0;
  for (const row of rows) {
    events.push(toStored(project, row));
    characters += (row.properties?.length ?? 0) + (row.extras?.length ?? 0);
    // An event may hold a megabyte, and a page of those more than this thread has memory.
    if (characters > PAGE_CHARACTERS) break;
  }
  const last = events.at(-1);
  const isFull = events.length === limit || characters > PAGE_CHARACTERS;
  return { events, next: last && isFull ? last.event.id : null };
}

/** An event by its id; null when the project has none of that id. */
export function storedEvent(db: Connection, project: string, id: EventId): StoredEvent | null {
  const row = db.prepare(BY_ID).get({ project, ...id }) as Row | undefined;
  return row === undefined ? null : toStored(project, row);
}

const STANDING = {
  [CONVERSION.none]: null,
  [CONVERSION.counted]: 'counted',
  [CONVERSION.repeated]: 'repeated',
  [CONVERSION.removed]: 'removed',
} as const;

function toStored(project: string, row: Row): StoredEvent {
  const event = toRecord(project, row);
  return { event, bot: event.bot ?? laterBotOf(row), conversion: STANDING[row.conversion] };
}

function laterBotOf(row: Row): Bot | null {
  if (row.session_bot_category === null) return null;
  return {
    category: row.session_bot_category,
    name: row.session_bot_name,
    score: row.session_bot_score,
    reasons: JSON.parse(row.session_bot_reasons) as string[],
    isFiltered: row.session_bot === BOT.filtered,
  };
}

function toRecord(project: string, row: Row): EventRecord {
  return {
    project,
    id: { ms: row.ms, suffix: row.suffix },
    at: row.at,
    receivedAt: row.received_at,
    origin: originOf(row.origin),
    exclusion: exclusionOf(row.exclusion),
    bot: botOf(row),
    type: row.type,
    sessionId: row.session,
    visitor: visitorOf(row),
    userId: row.user,
    page: pageOf(row),
    title: row.title,
    referrer: row.referrer,
    client: clientOf(row),
    touch: touchOf(row),
    clickIds: row.click_ids === null ? null : (JSON.parse(row.click_ids) as Record<string, string>),
    conversion: conversionOf(row),
    properties: parse(row.properties),
    extras: parse(row.extras),
    sealedUserData: null,
    idempotency: null,
  };
}

function botOf(row: Row): Bot | null {
  if (row.bot_category === null) return null;
  return {
    category: row.bot_category,
    name: row.bot_name,
    score: row.bot_score,
    reasons: JSON.parse(row.bot_reasons) as string[],
    isFiltered: row.bot === BOT.filtered,
  };
}

function visitorOf(row: Row): Visitor | null {
  if (row.visitor === null || row.visitor_source === null) return null;
  return { id: row.visitor, source: visitorSourceOf(row.visitor_source) };
}

function pageOf(row: Row): Page | null {
  if (row.page_url === null) return null;
  return { url: row.page_url, suffix: row.page_suffix ?? '', hostname: row.hostname, path: row.path };
}

function clientOf(row: Row): Client {
  return {
    userAgent: row.user_agent,
    language: row.language,
    screen: row.screen,
    browser: row.browser,
    browserVersion: row.browser_version,
    os: row.os,
    osVersion: row.os_version,
    device: row.device,
    country: row.country,
    region: row.region,
    city: row.city,
  };
}

function touchOf(row: Row): Touch | null {
  if (row.is_touch === null) return null;
  return {
    isTouch: row.is_touch === 1,
    channel: row.touch_channel,
    source: row.touch_source,
    medium: row.touch_medium,
    campaign: row.touch_campaign,
    term: row.touch_term,
    content: row.touch_content,
    adPlatform: row.touch_ad_platform,
    referrer: row.touch_referrer,
  };
}

function conversionOf(row: Row): Conversion | null {
  if (row.conversion === 0) return null;
  const amount =
    row.amount === null || row.currency === null ? null : { minor: row.amount, currency: row.currency };
  return { orderId: row.order_id, amount };
}

function parse(json: string | null): Record<string, unknown> {
  return json === null ? {} : (JSON.parse(json) as Record<string, unknown>);
}
