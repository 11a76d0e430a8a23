import { type BrowserBatchResponse, MAX_BATCH_EVENTS } from '@cvq/contract';
import { parseJson } from '../body/parse-json.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { batchElements } from './batch-elements.ts';
import { browserRecord, openBatchFrame } from './browser-record.ts';
import { jsonReply, type Submit } from './submission.ts';
import { validateBrowserBatch, validateBrowserEvent } from './validators.ts';

/** `POST /v1/events`: what a browser tracked. The tracking key is in the body, so that no preflight is due. */
export const submitBrowserBatch: Submit = (delivery, { projects, enrichment }) => {
  const batch = validateBrowserBatch(parseJson(delivery.body));
  if (batch.events.length < 1 || batch.events.length > MAX_BATCH_EVENTS) {
    throw new TrackRefused('bad_request', `events must hold 1 to ${MAX_BATCH_EVENTS} events.`);
  }
  const project = projects.find(batch.key);
  if (project === null) throw new TrackRefused('unauthenticated', 'key is not a known tracking key.');
  const frame = openBatchFrame(batch, { delivery, project, enrichment });
  const { records, refusals } = batchElements(batch.events, (event) =>
    browserRecord(validateBrowserEvent(event), frame),
  );
  return {
    records,
    respond(outcomes) {
      const rejected = refusals.flatMap((error, index) => (error === null ? [] : [{ index, error }]));
      const accepted = outcomes.filter(({ status }) => status === 'stored').length;
      const duplicates = outcomes.length - accepted;
      return jsonReply(202, { accepted, duplicates, rejected } satisfies BrowserBatchResponse);
    },
  };
};
