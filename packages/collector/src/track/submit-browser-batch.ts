import {
  type BrowserBatch,
  type BrowserBatchResponse,
  type EventId,
  formatEventId,
  MAX_BATCH_EVENTS,
  parseEventId,
} from '@cvq/contract';
import type { EventRecord, ProjectRecord } from '@cvq/storage';
import { BEHAVIOUR_REASONS } from '../bots/evidence.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { renewedCookies } from '../first-party/renewed-cookies.ts';
import { isHostOfProject } from '../net/hosts.ts';
import { browserRecord, openBatchFrame } from './browser-record.ts';
import { unknownTrackingKey } from './projects.ts';
import { keepOrderIds, readBrowserBatch, requireFitEvent } from './read-browser-batch.ts';
import type { Submit } from './submission.ts';
import type { BrowserRequest, Reply } from './track-request.ts';
import { batchElements, validateBrowserEvent } from './validation.ts';

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
  const frame = openBatchFrame(batch, {
    request,
    project,
    enrichment,
    botRules: projects.botRules(project.id),
  });
  const { records, refusals } = batchElements(keepOrderIds(batch.events, request.body), (event) => {
    if (!isFit) requireFitEvent(event);
    return browserRecord(validateBrowserEvent(event), frame);
  });
  const tracked = batch.track_bots === false ? records.filter(isWanted) : records;
  return {
    records: tracked,
    refused: refusals.filter((refusal) => refusal !== null).length,
    asked: ids.length ? { project: project.id, ids } : undefined,
    respond(outcomes, known) {
      const rejected = refusals.flatMap((error, index) => (error === null ? [] : [{ index, error }]));
      const stored = outcomes.filter(({ status }) => status === 'stored').length;
      const duplicates = outcomes.length - stored;
      const accepted = stored + records.length - tracked.length;
      const excluded = excludedByPage(records, refusals);
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

/** Tells a developer why a page of theirs is in no report. */
function excludedByPage(
  records: readonly EventRecord[],
  refusals: readonly (string | null)[],
): NonNullable<BrowserBatchResponse['excluded']> {
  const good = refusals.flatMap((error, index) => (error === null ? [index] : []));
  return records.flatMap(({ exclusion: reason }, position) => {
    if (reason !== 'foreign_host' && reason !== 'local_page') return [];
    return [{ index: good[position] ?? position, reason }];
  });
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
