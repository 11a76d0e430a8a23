import type { EventId } from '@cvq/contract';
import type {
  ConversionState,
  EventCursor,
  EventPage,
  FoundSession,
  KeptEvent,
  StoredEvent,
} from '../../../event-log.ts';
import type { Bot, BotCategory, ConversionFacts, EventRecord, Page, Visitor } from '../../../event-record.ts';
import { MAX_PROPERTIES_JSON, plainProperties } from '../../../plain-properties.ts';
import type { ListedEvent } from '../../../reports.ts';
import { ARCHIVED_EVENTS, namesOf } from '../../archive/archived-tables.ts';
import type { Row as RawRow } from '../../archive/row-block.ts';
import { type StoredRows, storedRowsOf } from '../../archive/stored-rows.ts';
import { oncePerConnection } from '../../once-per-connection.ts';
import type { Connection } from '../../open-database.ts';
import { projectNumber } from '../../project-number.ts';
import {
  BOT,
  CONVERSION,
  type ConversionCode,
  originCode,
  SESSION_BY,
  visitorSourceOf,
} from '../../row-codes.ts';
import { type VisitorKey, visitorIdOf } from '../../visitor-key.ts';
import {
  CLIENT_TEXTS,
  JOIN_CLIENT,
  readClient,
  readTouch,
  selectTexts,
  TOUCH_TEXTS,
  textOf,
} from '../../word-columns.ts';
import { type ColumnFields, EVENT_FIELDS } from './event-fields.ts';
import { withOldFacts } from './old-facts.ts';
import { createOrderPlaces } from './order-places.ts';

const EVENT_NAMES = namesOf(ARCHIVED_EVENTS);
/** What is read of the session of an event. */
const SESSION_NAMES = ['id', 'key', 'stitched', 'first_ms', 'first_suffix', 'bot', 'bot_verdict'];

/**
 * The values that are given with a statement in this order, under the names of columns: by their names they take it
 * twice as long.
 */
const boundAs = (names: readonly string[]) => names.map((name) => `? AS ${name}`).join(', ');

const valuesOf = (row: RawRow | undefined, names: readonly string[]) =>
  names.map((name) => row?.[name] ?? null);

const RECORDS = `
  SELECT
    ${EVENT_FIELDS.select},
    events.ms, events.suffix, events.conversion, events.order_id, events.amount, ${textOf('events.currency')} AS currency,
    CASE WHEN events.stitched = ${SESSION_BY.client} AND found.stitched = 0 THEN found.key END AS session,
    events.stitched AS session_by, found.key AS session_key,
    found.stitched AS is_session_unnamed, found.first_ms, found.first_suffix,
    events.project AS project_id, events.type AS type_id,
    visitors.key AS visitor_key, visitors.source AS visitor_source,
    events.page_suffix, pages.url AS page_url, ${textOf('pages.hostname')} AS hostname, ${textOf('pages.path')} AS path,
    ${CLIENT_TEXTS},
    ${TOUCH_TEXTS},
    events.bot, ${selectBot('bot_verdicts', 'bot')},
    found.bot AS session_bot, ${selectBot('later', 'session_bot')}
  FROM (SELECT ${boundAs(EVENT_NAMES)}) events
  LEFT JOIN (SELECT ${boundAs(SESSION_NAMES)}) found ON found.id IS NOT NULL
  LEFT JOIN visitors ON visitors.id = events.visitor
  LEFT JOIN pages ON pages.id = events.page
  ${JOIN_CLIENT}
  LEFT JOIN touches ON touches.id = events.touch
  LEFT JOIN bot_verdicts ON bot_verdicts.id = events.bot_verdict
  LEFT JOIN bot_verdicts later ON later.id = found.bot_verdict
    AND events.exclusion IS NULL AND events.origin <> ${originCode('server')}`;

function selectBot(table: string, prefix: string): string {
  return `${selectTexts(table, { category: 'category', name: 'name' }, `${prefix}_`)},
    ${table}.score AS ${prefix}_score, ${table}.reasons AS ${prefix}_reasons`;
}

type BotColumns<Prefix extends string> = {
  readonly [Name in Prefix]: number | null;
} & { readonly [Name in `${Prefix}_category`]: BotCategory | null } & {
  readonly [Name in `${Prefix}_name` | `${Prefix}_reasons`]: string;
} & { readonly [Name in `${Prefix}_score`]: number };

type Row = BotColumns<'bot'> &
  BotColumns<'session_bot'> & {
    readonly ms: number;
    readonly suffix: string;
    readonly conversion: ConversionCode;
    readonly order_id: string | null;
    readonly amount: number | null;
    readonly currency: string | null;
    readonly session: string | null;
    readonly session_by: number;
    readonly session_key: string | null;
    readonly is_session_unnamed: 0 | 1 | null;
    readonly first_ms: number;
    readonly first_suffix: string;
    readonly project_id: number;
    readonly type_id: number;
    readonly visitor_key: VisitorKey | null;
    readonly visitor_source: number | null;
    readonly page_suffix: string | null;
    readonly page_url: string | null;
    readonly hostname: string | null;
    readonly path: string | null;
    readonly is_touch: 0 | 1 | null;
    /** The texts of lists, and the fields that columns hold by themselves. */
    readonly [other: string]: unknown;
  };

type Ask = { project: string; after: EventCursor | null; limit: number };

/** A page ends early after so much of what events carry. */
const PAGE_CHARACTERS = 4_000_000;

/** A page of a project's events in the order of their ids. */
export function storedEvents(db: Connection, { project, after, limit }: Ask): EventPage {
  const cursor = after ?? { ms: -1, suffix: '' };
  const reader = readerOf(db);
  const number = projectNumber(db, project);
  const rows = number === undefined ? [] : reader.rows.eventsAfter(number, cursor);
  const placeOf = createOrderPlaces(db);
  const events: KeptEvent[] = [];
  let characters = 0;
  for (const raw of rows) {
    const row = reader.describe(raw);
    const order = placeOf({ ...row, project: row.project_id, type: row.type_id, orderId: row.order_id });
    events.push({ ...toStored(project, row), session: sessionOf(row), order });
    characters += EVENT_FIELDS.charactersOf(row);
    // An event may hold a megabyte, and a page of those more than this thread has memory.
    if (events.length === limit || characters > PAGE_CHARACTERS) break;
  }
  const last = events.at(-1);
  const isFull = events.length === limit || characters > PAGE_CHARACTERS;
  return { events, next: last && isFull ? last.event.id : null };
}

/** An event by its id; null when the project has none of that id. */
export function storedEvent(db: Connection, project: string, id: EventId): StoredEvent | null {
  const reader = readerOf(db);
  const number = projectNumber(db, project);
  const raw = number === undefined ? undefined : reader.rows.event(number, id);
  return raw === undefined ? null : toStored(project, reader.describe(raw));
}

/** The events that happened at an instant, in the order of their ids. Of properties that are long the first plain ones. */
export function storedEventsAt(
  db: Connection,
  project: { readonly id: string; readonly number: number },
  at: number,
): (StoredEvent & Pick<ListedEvent, 'hasAllProperties'>)[] {
  const { rows, describe } = readerOf(db);
  return rows.eventsAt(project.number, at, withShortProperties).map((raw) => ({
    ...toStored(project.id, describe(raw)),
    hasAllProperties: raw.isShortened !== 1,
  }));
}

/**
 * The events of a session that happened between two instants, both included, as they came one after the other, without
 * those that no report counts. Of properties that are long the first plain ones.
 */
export function storedEventsOfSession(
  db: Connection,
  project: string,
  span: Parameters<StoredRows['eventsOfSession']>[0],
): EventRecord[] {
  const { rows, describe } = readerOf(db);
  const told: RawRow[] = [];
  for (const row of rows.eventsOfSession(span))
    if (row.exclusion === null && row.conversion !== CONVERSION.removed) told.push(withShortProperties(row));
  return told.sort(byTime).map((raw) => toStored(project, describe(raw)).event);
}

function withShortProperties(row: RawRow): RawRow {
  const { properties } = row;
  if (typeof properties !== 'string' || properties.length <= MAX_PROPERTIES_JSON) return row;
  return { ...row, properties: JSON.stringify(plainProperties(JSON.parse(properties))), isShortened: 1 };
}

function byTime(one: RawRow, other: RawRow): number {
  const apart = (one.at as number) - (other.at as number) || (one.ms as number) - (other.ms as number);
  return apart || ((one.suffix as string) < (other.suffix as string) ? -1 : 1);
}

/** Reads rows, and says in words what they say in numbers. */
type Reader = { readonly rows: StoredRows; readonly describe: (event: RawRow) => Row };

const readerOf = oncePerConnection((db): Reader => {
  const rows = storedRowsOf(db);
  const described = db.prepare(RECORDS);
  return {
    rows,
    describe(event) {
      const session = event.session === null ? undefined : rows.session(event.session as number);
      return described.get([...valuesOf(event, EVENT_NAMES), ...valuesOf(session, SESSION_NAMES)]) as Row;
    },
  };
});

function toStored(project: string, row: Row): StoredEvent {
  const event = toRecord(project, row);
  const bot = event.bot ?? botOf(row, 'session_bot');
  return { event, bot, conversion: stateOf(row.conversion, { event, bot }) };
}

/** A conversion's code tells orders and removals only: a bot's, and what reports exclude, has that of a sale. */
function stateOf(
  code: ConversionCode,
  { event, bot }: Omit<StoredEvent, 'conversion'>,
): ConversionState | null {
  if (code === CONVERSION.none) return null;
  if (code === CONVERSION.removed) return 'removed';
  if (code === CONVERSION.repeated) return 'repeated';
  if (event.exclusion !== null) return 'excluded';
  return bot === null ? 'counted' : 'bot';
}

function toRecord(project: string, row: Row): EventRecord {
  return {
    project,
    id: { ms: row.ms, suffix: row.suffix },
    ...withOldFacts(EVENT_FIELDS.read(row) as ColumnFields),
    bot: botOf(row, 'bot'),
    sessionId: row.session,
    visitor: visitorOf(row),
    page: pageOf(row),
    client: readClient(row),
    touch: row.is_touch === null ? null : readTouch(row),
    conversion: conversionOf(row),
    sealedUserData: null,
    idempotency: null,
  };
}

/** A session that no client named has the id of its first event for a name. */
function sessionOf(row: Row): FoundSession | null {
  const { session_by: by, session_key: key, is_session_unnamed: isUnnamed } = row;
  if (key === null || row.field_exclusion !== null) return null;
  const id = isUnnamed === 1 ? { ms: row.first_ms, suffix: row.first_suffix } : key;
  if (by === SESSION_BY.order) return { id, by: 'order' };
  return { id, by: by === SESSION_BY.visitor ? 'visitor' : 'client' };
}

function botOf(row: Row, prefix: 'bot' | 'session_bot'): Bot | null {
  const category = row[`${prefix}_category`];
  if (category === null) return null;
  return {
    category,
    name: row[`${prefix}_name`],
    score: row[`${prefix}_score`],
    reasons: JSON.parse(row[`${prefix}_reasons`]) as string[],
    isFiltered: row[prefix] === BOT.filtered,
  };
}

function visitorOf({ visitor_key, visitor_source }: Row): Visitor | null {
  if (visitor_key === null || visitor_source === null) return null;
  return { id: visitorIdOf(visitor_key), source: visitorSourceOf(visitor_source) };
}

function pageOf({ page_url, page_suffix, hostname, path }: Row): Page | null {
  return page_url === null ? null : { url: page_url, suffix: page_suffix ?? '', hostname, path };
}

function conversionOf({ conversion, order_id, amount, currency }: Row): ConversionFacts | null {
  if (conversion === CONVERSION.none) return null;
  return {
    orderId: order_id,
    amount: amount === null || currency === null ? null : { minor: amount, currency },
  };
}
