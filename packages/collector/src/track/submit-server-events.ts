import { hash } from 'node:crypto';
import { formatEventId, MAX_BATCH_EVENTS, type TrackResponse } from '@cvq/contract';
import type { AppendOutcome, Idempotency } from '@cvq/storage';
import { z } from 'zod';
import { parseJson } from '../body/parse-json.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { knownProject } from './projects.ts';
import { serverRecord } from './server-record.ts';
import type { Submit } from './submission.ts';
import type { ServerRequest } from './track-request.ts';
import { batchElements, createValidator, validateTrackedEvent } from './validation.ts';

/** `POST /v1/track`: one event of a backend. */
export const submitEvent: Submit<ServerRequest> = (request, { projects, enrichment }) => {
  const project = knownProject(request.project, projects);
  const event = validateTrackedEvent(parseJson(request.body));
  const botRules = projects.botRules(project.id);
  const idempotency = readIdempotency(request)?.(0) ?? null;
  return {
    records: [serverRecord(event, { request, project, enrichment, botRules }, idempotency)],
    respond([outcome]) {
      const result = serverResult(outcome as AppendOutcome);
      return { status: result.success ? 200 : 400, body: result };
    },
  };
};

const Batch = z.object({
  events: z
    .array(z.unknown())
    .min(1, 'must hold at least one event')
    .max(MAX_BATCH_EVENTS, `must hold at most ${MAX_BATCH_EVENTS} events`),
});

const validateBatch = createValidator(Batch);

/** `POST /v1/track/batch`: up to 100 events of a backend. A bad element fails alone. */
export const submitBatch: Submit<ServerRequest> = (request, { projects, enrichment }) => {
  const project = knownProject(request.project, projects);
  const batch = validateBatch(parseJson(request.body));
  const shared = { request, project, enrichment, botRules: projects.botRules(project.id) };
  const idempotency = readIdempotency(request);
  const { records, refusals } = batchElements(batch.events, (event, index) =>
    serverRecord(validateTrackedEvent(event), shared, idempotency?.(index) ?? null),
  );
  return {
    records,
    refused: refusals.filter((refusal) => refusal !== null).length,
    respond(outcomes) {
      const stored = outcomes.values();
      const results = refusals.map<TrackResponse>((refusal) =>
        refusal === null
          ? serverResult(stored.next().value as AppendOutcome)
          : { success: false, error: refusal },
      );
      const accepted = results.filter(({ success }) => success).length;
      return { status: 200, body: { success: true, accepted, results } };
    },
  };
};

/** What a backend is told of one of its events. A duplicate is told the id of the event that was stored. */
function serverResult({ status, id }: AppendOutcome): TrackResponse {
  if (status !== 'conflict') return { success: true, event_id: formatEventId(id) };
  return { success: false, error: 'Idempotency-Key was used for another request within the last 24 hours.' };
}

const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * What makes a repeat of a request recognisable, when its caller asks for it: an element's place is part of it.
 * @throws TrackRefused when the key is no 1 to 255 printable characters.
 */
function readIdempotency({ idempotencyKey, body }: ServerRequest): ((index: number) => Idempotency) | null {
  if (idempotencyKey === null) return null;
  if (!KEY.test(idempotencyKey)) {
    throw new TrackRefused('bad_request', 'Idempotency-Key must be 1 to 255 printable ASCII characters.');
  }
  const fingerprint = hash('sha256', body, 'base64url');
  // A place is a number, so that the whole request has a name that no element has.
  const request = `${idempotencyKey} *`;
  return (index) => ({ key: `${idempotencyKey} ${index}`, request, fingerprint });
}
