import type { EventId } from '@cvq/contract';
import type { AppendOutcome, EventRecord } from '@cvq/storage';
import type { AnswerStatus } from '../metrics/request-figures.ts';
import type { Enrichment } from './enrichment.ts';
import type { ProjectCache } from './projects.ts';
import type { Reply, TrackRequest } from './track-request.ts';

/** What a request is answered once it is stored; a body that is an object is sent as JSON. */
export type TrackAnswer = {
  readonly status: AnswerStatus;
  readonly body: object | '';
  readonly headers?: Reply['headers'] | undefined;
};

/** What a request becomes: the records to store, and the answer once it is known what became of them. */
export type Submission = {
  readonly records: readonly EventRecord[];
  /** Elements of a batch that were refused: whose batch it is, and of each why. */
  readonly refused?: { readonly project: string; readonly messages: readonly string[] };
  /** Events of the project of which the sender asks whether they are stored. */
  readonly asked?: { readonly project: string; readonly ids: readonly EventId[] } | undefined;
  /** `stored` are those of the asked ones that are. */
  respond(outcomes: readonly AppendOutcome[], stored: readonly EventId[]): TrackAnswer;
};

export type TrackDeps = { readonly projects: ProjectCache; readonly enrichment: Enrichment };

/** Makes the submission of one kind of request. Refuses by throwing TrackRefused. */
export type Submit<Request extends TrackRequest> = (request: Request, deps: TrackDeps) => Submission;
