import {
  type BrowserBatch,
  type BrowserBatchResponse,
  type EventId,
  formatEventId,
  MAX_BATCH_EVENTS,
  parseEventId,
} from '@cvq/contract';
import type { EventRecord } from '@cvq/storage';
import { BEHAVIOUR_REASONS } from '../bots/evidence.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { batchElements } from './batch-elements.ts';
import { browserRecord, openBatchFrame } from './browser-record.ts';
import { firstPartyHeaders } from './first-party-headers.ts';
import { keepOrderIds } from './keep-order-ids.ts';
import { readBrowserBatch, requireFitEvent } from './read-browser-batch.ts';
import { jsonReply, type Submit } from './submission.ts';
import { unknownTrackingKey } from './unknown-tracking-key.ts';
import { validateBrowserEvent } from './validators.ts';

/** `POST /v1/events`: what a browser tracked. The tracking key is in the body, so that no preflight is due. */
export const submitBrowserBatch: Submit = (delivery, { projects, enrichment }) => {
  const { batch, ignored, isFit } = readBrowserBatch(delivery.body);
  const ids = askedIds(batch);
  // A page may have nothing to tell and only ask.
  if ((batch.events.length < 1 && !ids.length) || batch.events.length > MAX_BATCH_EVENTS) {
    throw new TrackRefused('bad_request', `events must hold 1 to ${MAX_BATCH_EVENTS} events.`);
  }
  const project = projects.find(batch.key);
  if (project === null) throw unknownTrackingKey(batch.key);
  const frame = openBatchFrame(batch, {
    delivery,
    project,
    enrichment,
    botRules: projects.botRules(project.id),
  });
  const { records, refusals } = batchElements(keepOrderIds(batch.events, delivery.body), (event) => {
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
      return jsonReply(202, answer, firstPartyHeaders(delivery, batch, project));
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
