import { MAX_BATCH_EVENTS, type TrackResponse } from '@cvq/contract';
import type { AppendOutcome } from '@cvq/storage';
import { z } from 'zod';
import { parseJson } from '../body/parse-json.ts';
import { knownProject } from './known-project.ts';
import { readIdempotency } from './read-idempotency.ts';
import { serverRecord } from './server-record.ts';
import { serverResult } from './server-result.ts';
import { attempt, jsonReply, type Submit, succeeded } from './submission.ts';
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
export const submitBatch: Submit = async (delivery, { projects, enrichment }) => {
  const project = await knownProject(delivery.project, projects);
  const batch = validateBatch(parseJson(delivery.body));
  const frame = { delivery, project, enrichment, botRules: projects.botRules(project.id) };
  const idempotency = readIdempotency(delivery);
  const attempts = batch.events.map((event, index) =>
    attempt(() => serverRecord(validateTrackedEvent(event), frame, idempotency?.(index) ?? null)),
  );
  return {
    records: succeeded(attempts),
    respond(outcomes) {
      const pending = [...outcomes];
      const results = attempts.map<TrackResponse>((made) =>
        'error' in made
          ? { success: false, error: made.error }
          : serverResult(pending.shift() as AppendOutcome),
      );
      const accepted = results.filter(({ success }) => success).length;
      return jsonReply(200, { success: true, accepted, results });
    },
  };
};
