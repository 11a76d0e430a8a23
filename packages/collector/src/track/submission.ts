import type { EventId } from '@cvq/contract';
import { type AppendOutcome, type EventRecord, packError } from '@cvq/storage';
import { isOurFault } from '../errors/is-our-fault.ts';
import { toTrackResponse } from '../errors/to-response.ts';
import type { Delivery, Reply } from './delivery.ts';
import type { Enrichment } from './enrichment.ts';
import type { Projects } from './find-project.ts';

/** What a delivery becomes: the records to store, and the answer once it is known what became of them. */
export type Submission = {
  readonly records: readonly EventRecord[];
  /** Elements of a batch that were refused. */
  readonly refused?: number;
  /** Events of the project of which the sender asks whether they are stored. */
  readonly asked?: { readonly project: string; readonly ids: readonly EventId[] } | undefined;
  /** `stored` are those of the asked ones that are. */
  respond(outcomes: readonly AppendOutcome[], stored: readonly EventId[]): Reply;
};

export type TrackDeps = { readonly projects: Projects; readonly enrichment: Enrichment };

/** A kind of request: from its delivery to its submission. Refuses by throwing TrackRefused. */
export type Submit = (delivery: Delivery, deps: TrackDeps) => Submission;

const JSON_HEADERS = { 'Content-Type': 'application/json' };

export function jsonReply(status: number, body: unknown, headers?: Reply['headers']): Reply {
  return {
    status,
    headers: headers ? { ...headers, ...JSON_HEADERS } : JSON_HEADERS,
    body: JSON.stringify(body),
  };
}

/** The answer to a delivery that failed, with the reason for the log where the fault is ours. */
export function refusalReply(error: unknown): Reply {
  const { status, headers, body } = toTrackResponse(error);
  const failure = isOurFault(error) ? packError(error) : undefined;
  return { status, headers: { ...headers, ...JSON_HEADERS }, body: JSON.stringify(body), failure };
}
