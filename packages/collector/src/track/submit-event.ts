import type { AppendOutcome } from '@cvq/storage';
import { parseJson } from '../body/parse-json.ts';
import { knownProject } from './known-project.ts';
import { readIdempotency } from './read-idempotency.ts';
import { serverRecord } from './server-record.ts';
import { serverResult } from './server-result.ts';
import { jsonReply, type Submit } from './submission.ts';
import { validateTrackedEvent } from './validators.ts';

/** `POST /v1/track`: one event of a backend. */
export const submitEvent: Submit = (delivery, { projects, enrichment }) => {
  const project = knownProject(delivery.project, projects);
  const event = validateTrackedEvent(parseJson(delivery.body));
  const botRules = projects.botRules(project.id);
  const idempotency = readIdempotency(delivery)?.(0) ?? null;
  return {
    records: [serverRecord(event, { delivery, project, enrichment, botRules }, idempotency)],
    respond([outcome]) {
      const result = serverResult(outcome as AppendOutcome);
      return jsonReply(result.success ? 200 : 400, result);
    },
  };
};
