import { MAX_BATCH_EVENTS, type TrackResponse } from '@cvq/contract';
import type { AppendOutcome } from '@cvq/storage';
import { z } from 'zod';
import { parseJson } from '../body/parse-json.ts';
import { batchElements } from './batch-elements.ts';
import { knownProject } from './known-project.ts';
import { readIdempotency } from './read-idempotency.ts';
import { serverRecord } from './server-record.ts';
import { serverResult } from './server-result.ts';
import { jsonReply, type Submit } from './submission.ts';
import { createValidator } from './validate.ts';
import { validateTrackedEvent } from './validators.ts';

const Batch = z.object({
  events: z
    .array(z.unknown())
    .min(1, 'must hold at least one event')
    .max(MAX_BATCH_EVENTS, `must hold at most ${MAX_BATCH_EVENTS} events`),
});

const validateBatch = createValidator(Batch);

/** `POST /v1/track/batch`: up to 100 events of a backend. A bad element fails alone. */
export const submitBatch: Submit = (delivery, { projects, enrichment }) => {
  const project = knownProject(delivery.project, projects);
  const batch = validateBatch(parseJson(delivery.body));
  const frame = { delivery, project, enrichment, botRules: projects.botRules(project.id) };
  const idempotency = readIdempotency(delivery);
  const { records, refusals } = batchElements(batch.events, (event, index) =>
    serverRecord(validateTrackedEvent(event), frame, idempotency?.(index) ?? null),
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
      return jsonReply(200, { success: true, accepted, results });
    },
  };
};
