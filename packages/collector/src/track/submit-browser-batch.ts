import {
  type BrowserBatch,
  type BrowserBatchResponse,
  type EventId,
  type ExcludedReason,
  formatEventId,
  MAX_BATCH_EVENTS,
  parseEventId,
} from '@cvq/contract';
import type { AppendOutcome, EventRecord, ProjectRecord } from '@cvq/storage';
import { BEHAVIOUR_REASONS } from '../bots/evidence.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { renewedCookies } from '../first-party/renewed-cookies.ts';
import { isHostOfProject, isLocalHost, isLocalSite } from '../net/hosts.ts';
import { browserRecord, openBatchContext } from './browser-record.ts';
import { unknownTrackingKey } from './projects.ts';
import { readBrowserBatch } from './read-browser-batch.ts';
import type { Submit } from './submission.ts';
import type { BrowserRequest, Reply } from './track-request.ts';
import { batchElements, requireFitEvent, validateBrowserEvent } from './validation.ts';
import { keepOrderIds } from './whole-order-ids.ts';

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
  if (origin !== visit.origin || !isOwnHost(hostname, project)) return undefined;
  const cookies = renewedCookies(visit, batch, receivedAt);
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
    ...(cookies.length > 0 && { 'Cache-Control': 'no-store', 'Set-Cookie': cookies }),
  };
}

/** A machine has many names: a project on `localhost` is opened at `127.0.0.1` as well, and its pages count there. */
function isOwnHost(hostname: string, project: ProjectRecord): boolean {
  if (isHostOfProject(hostname, project)) return true;
  return project.hosts === null && isLocalHost(hostname) && isLocalSite(project);
}
