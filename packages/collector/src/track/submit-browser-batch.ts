import {
  BrowserBatch,
  type BrowserBatchResponse,
  type EventId,
  type ExcludedReason,
  fieldErrors,
  formatEventId,
  MAX_BATCH_EVENTS,
  parseEventId,
} from '@cvq/contract';
import {
  type AppendOutcome,
  consentIn,
  type EventRecord,
  type ProjectRecord,
  readConsentIn,
} from '@cvq/storage';
import { parseLooseJson, requireFitJson } from '../body/json-body.ts';
import { BEHAVIOUR_REASONS } from '../bots/evidence.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { renewedCookies } from '../first-party/renewed-cookies.ts';
import { isHostOfProject } from '../net/hosts.ts';
import { browserRecord, openBatchContext } from './browser-record.ts';
import { EVENT_CHECKS } from './event-checks.ts';
import { unknownTrackingKey } from './projects.ts';
import type { Submit } from './submission.ts';
import type { BrowserRequest, Reply } from './track-request.ts';
import { batchElements, refusalOf, requireFitEvent, validateBrowserEvent } from './validation.ts';

/** `POST /v1/events`: what a browser tracked. The tracking key is in the body, so that no preflight is due. */
export const submitBrowserBatch: Submit<BrowserRequest> = (request, { projects, enrichment }) => {
  const { batch, ignored, isFit } = readBrowserBatch(request.body);
  const ids = askedIds(batch);
  // A page may have nothing to tell and only ask.
  if ((batch.events.length < 1 && !ids.length) || batch.events.length > MAX_BATCH_EVENTS) {
    throw new TrackRefused('bad_request', `events must hold 1 to ${MAX_BATCH_EVENTS} events.`);
  }
  const project = projects.find(batch.key);
  if (project === null) throw unknownTrackingKey(batch.key);
  const shared = openBatchContext(batch, {
    request,
    project,
    enrichment,
    botRules: projects.botRules(project.id),
  });
  const { records, refusals } = batchElements(keepOrderIds(batch.events, request.body), (event) => {
    if (!isFit) requireFitEvent(event);
    return browserRecord(validateBrowserEvent(event), shared);
  });
  const tracked = batch.track_bots === false ? records.filter(isWanted) : records;
  return {
    records: tracked,
    refused: { project: project.id, messages: refusals.filter((refusal) => refusal !== null) },
    asked: ids.length ? { project: project.id, ids } : undefined,
    respond(outcomes, known) {
      const rejected = refusals.flatMap((error, index) => (error === null ? [] : [{ index, error }]));
      const stored = outcomes.filter(({ status }) => status === 'stored').length;
      const duplicates = outcomes.length - stored;
      const accepted = stored + records.length - tracked.length;
      const excluded = excludedEvents(records, refusals, {
        isDebugging: batch.debug === true,
        orders: ordersOf(tracked, outcomes),
      });
      const answer: BrowserBatchResponse = {
        accepted,
        duplicates,
        rejected,
        ...(ignored.length > 0 && { ignored }),
        ...(excluded.length > 0 && { excluded }),
        ...(ids.length > 0 && { stored: known.map(formatEventId) }),
      };
      return { status: 202, body: answer, headers: firstPartyHeaders(request, batch, project) };
    },
  };
};

type Excluded = { readonly index: number; readonly reason: ExcludedReason };
type Findings = {
  readonly isDebugging: boolean;
  /** What the ledger found of the orders that events report. */
  readonly orders: ReadonlyMap<EventRecord, ExcludedReason>;
};

/** Says why events are in no report. All but the page is for a developer alone: a bot that knows of it adapts. */
function excludedEvents(
  records: readonly EventRecord[],
  refusals: readonly (string | null)[],
  { isDebugging, orders }: Findings,
): Excluded[] {
  const good = refusals.flatMap((error, index) => (error === null ? [index] : []));
  return records.flatMap((record, position) => {
    const reason = pageReason(record) ?? (isDebugging ? debugReason(record, orders) : undefined);
    return reason === undefined ? [] : [{ index: good[position] ?? position, reason }];
  });
}

function debugReason(record: EventRecord, orders: Findings['orders']): ExcludedReason | undefined {
  if (record.exclusion === 'user_update') return 'user_update';
  return isCountedOut(record) ? 'bot' : orders.get(record);
}

function ordersOf(records: readonly EventRecord[], outcomes: readonly AppendOutcome[]): Findings['orders'] {
  return new Map(
    records.flatMap((record, index) => {
      const order = outcomes[index]?.order;
      return order === undefined ? [] : [[record, `${order}_order`] as const];
    }),
  );
}

function pageReason({ exclusion }: EventRecord): ExcludedReason | undefined {
  return exclusion === 'foreign_host' || exclusion === 'local_page' ? exclusion : undefined;
}

/** Where a site wants its bots in reports, their conversions count nowhere all the same. */
function isCountedOut({ bot, conversion }: EventRecord): boolean {
  return bot !== null && (bot.isFiltered || conversion !== null);
}

/** What is no id of an event cannot be stored. */
function askedIds({ unsure }: BrowserBatch): EventId[] {
  return (unsure ?? []).flatMap((id) => parseEventId(id) ?? []);
}

/**
 * Whether an event is kept where the site wants no bots recorded. One who was found by what they did had a first event
 * that was kept, and what shows that it was a bot's must be kept as well.
 */
function isWanted({ bot }: EventRecord): boolean {
  return bot === null || bot.reasons.some((reason) => BEHAVIOUR_REASONS.has(reason));
}

/**
 * What a page of the project's own site is answered beyond others: that it may read an answer to a request with
 * cookies, and those of the SDK renewed. Undefined for everybody else, who gets `*` and no credentials.
 */
function firstPartyHeaders(
  { visit, receivedAt }: BrowserRequest,
  batch: BrowserBatch,
  project: ProjectRecord,
): Reply['headers'] | undefined {
  if (visit === undefined || !URL.canParse(visit.origin)) return undefined;
  const { hostname, origin } = new URL(visit.origin);
  if (origin !== visit.origin || !isHostOfProject(hostname, project)) return undefined;
  const cookies = renewedCookies(visit, batch, receivedAt);
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
    ...(cookies.length > 0 && { 'Cache-Control': 'no-store', 'Set-Cookie': cookies }),
  };
}

/** A field of the head that was left out, and why. */
type Ignored = { readonly field: string; readonly error: string };

/** A batch whose head can be used as it is. */
type ReadBatch = {
  readonly batch: BrowserBatch;
  readonly ignored: readonly Ignored[];
  /** False when an event may hold what no store could give back: each is to be looked at. */
  readonly isFit: boolean;
};

/** Without these there is nothing to store. */
const REQUIRED: ReadonlySet<PropertyKey> = new Set(['key', 'events']);

/**
 * Reads a browser's batch. What its head says besides the key is left out where it does not fit: a browser keeps what
 * it says, and a batch that is refused by it would be followed by others.
 * @throws TrackRefused when there is no JSON, no key or no list of events.
 */
function readBrowserBatch(body: Uint8Array): ReadBatch {
  const { value, isFit } = parseLooseJson(body);
  if (isFit && EVENT_CHECKS.browserBatch(value)) {
    const batch = value as BrowserBatch;
    return { batch, ignored: unclearAnswers(batch), isFit };
  }
  const ignored: Ignored[] = [];
  const head = isFit ? value : withoutUnfit(value, ignored);
  const batch = withoutBadFields(head, ignored);
  return { batch, ignored: [...ignored, ...unclearAnswers(batch)], isFit };
}

/** What of consent is not as it should be. It is not left out: it may be a denial. */
function unclearAnswers({ consent }: BrowserBatch): Ignored[] {
  return readConsentIn(consent).unclear.map(({ field, countsAs }) => ({
    field,
    error: `${field} is not as it should be. It counts as ${countsAs}.`,
  }));
}

/** A batch without the fields of its head that no store could give back. */
function withoutUnfit(value: unknown, ignored: Ignored[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    if (name === 'events') return [[name, field]];
    try {
      requireFitJson({ [name]: field }, 1);
      return name === '__proto__' ? [] : [[name, field]];
    } catch (error) {
      if (!(error instanceof TrackRefused) || name === 'key') throw error;
      ignored.push({ field: name, error: error.message });
      const reading = READINGS.get(name)?.(field);
      return reading === undefined ? [] : [[name, reading]];
    }
  });
  return Object.fromEntries(kept);
}

/** A batch without the fields of its head that do not fit the schema; of objects only the bad entries go. */
function withoutBadFields(value: unknown, ignored: Ignored[]): BrowserBatch {
  const result = BrowserBatch.safeParse(value);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error);
  const paths = result.error.issues.map(({ path }) => path);
  if (paths.some(([name]) => name === undefined || REQUIRED.has(name))) throw refusalOf(errors);
  const batch: Record<PropertyKey, unknown> = { ...(value as object) };
  for (const [name = '', bad] of Map.groupBy(paths, ([field]) => field)) {
    const entries = new Set(bad.map(([, entry]) => entry));
    batch[name] = READINGS.get(name)?.(batch[name]) ?? withoutEntries(batch[name], entries);
  }
  // A list where a text should be is also called too short: the first complaint says it.
  for (const [field, [first]] of Map.groupBy(errors, (error) => error.field)) {
    ignored.push({ field, error: `${field} ${first?.message}.` });
  }
  const mended = BrowserBatch.safeParse(batch);
  if (!mended.success) throw refusalOf(errors);
  return mended.data;
}

/** What plainly means that there is no Global Privacy Control. */
const SAYS_NO: ReadonlySet<unknown> = new Set([0, '0', '', 'false']);

/** What a visitor says of privacy is not left out where it does not fit: what it does not plainly allow is denied. */
const READINGS = new Map<PropertyKey, (field: unknown) => unknown>([
  ['consent', (field) => consentIn(typeof field === 'object' ? 'denied' : field)],
  ['gpc', (field) => !SAYS_NO.has(field)],
]);

/** An object without its bad entries. What is no object, or is bad itself, goes whole. */
function withoutEntries(field: unknown, bad: ReadonlySet<PropertyKey | undefined>): unknown {
  if (bad.has(undefined) || typeof field !== 'object' || field === null || Array.isArray(field)) return null;
  return Object.fromEntries(Object.entries(field).filter(([name]) => !bad.has(name)));
}

/** What a reviver is told beside the value: the text that a number was parsed from. */
type Source = { readonly source?: string };

/**
 * The events of a browser's batch, in which order ids that are numbers beyond 2^53 are texts, digit by digit as they
 * were sent: as numbers, neighbouring orders would be one. To ask the parser for sources takes several times as long,
 * so the body is parsed again only where there is such a number.
 */
function keepOrderIds(events: readonly unknown[], body: Uint8Array): readonly unknown[] {
  if (!events.some((event) => losesDigits(orderIdOf(event)))) return events;
  // The types of the language know two parameters of a reviver only.
  const reviver = revive as (key: string, value: unknown) => unknown;
  return (JSON.parse(new TextDecoder().decode(body), reviver) as { events: unknown[] }).events;
}

function revive(key: string, value: unknown, { source }: Source): unknown {
  const isLost = key === 'order_id' && losesDigits(value);
  return isLost && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}

function orderIdOf(event: unknown): unknown {
  if (typeof event !== 'object' || event === null || !('properties' in event)) return undefined;
  const { properties } = event;
  return typeof properties === 'object' && properties !== null && 'order_id' in properties
    ? properties.order_id
    : undefined;
}

function losesDigits(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}
