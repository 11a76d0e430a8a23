import type { EventId } from '@cvq/contract';
import { type AppendOutcome, type EventRecord, packError } from '@cvq/storage';
import { isOurFault, toTrackResponse } from '../errors/error-response.ts';
import type { Enrichment } from './enrichment.ts';
import type { ProjectCache } from './projects.ts';
import type { Reply, TrackRequest } from './track-request.ts';

/** What a request becomes: the records to store, and the answer once it is known what became of them. */
export type Submission = {
  readonly records: readonly EventRecord[];
  /** Elements of a batch that were refused. */
  readonly refused?: number;
  /** Events of the project of which the sender asks whether they are stored. */
  readonly asked?: { readonly project: string; readonly ids: readonly EventId[] } | undefined;
  /** `stored` are those of the asked ones that are. */
  respond(outcomes: readonly AppendOutcome[], stored: readonly EventId[]): Reply;
};

export type TrackDeps = { readonly projects: ProjectCache; readonly enrichment: Enrichment };

/** A kind of request: from its request to its submission. Refuses by throwing TrackRefused. */
export type Submit = (request: TrackRequest, deps: TrackDeps) => Submission;

const JSON_HEADERS = { 'Content-Type': 'application/json' };

export function jsonReply(status: number, body: unknown, headers?: Reply['headers']): Reply {
  return {
    status,
    headers: headers ? { ...headers, ...JSON_HEADERS } : JSON_HEADERS,
    body: JSON.stringify(body),
  };
}

/** The answer to a request that failed, with the reason for the log where the fault is ours. */
export function refusalReply(error: unknown): Reply {
  const { status, headers, body } = toTrackResponse(error);
  const failure = isOurFault(error) ? packError(error) : undefined;
  return { status, headers: { ...headers, ...JSON_HEADERS }, body: JSON.stringify(body), failure };
}
