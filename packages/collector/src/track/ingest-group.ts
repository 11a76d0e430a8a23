import type { EventStore } from '@cvq/storage';
import type { Bell } from '../deliveries/bell.ts';
import { countStored, type IngestFigures, openIngestFigures, stepsOf } from '../metrics/ingest-figures.ts';
import type { WindowCounters } from '../quotas/limits.ts';
import { requireQuota } from '../quotas/limits.ts';
import type { Endpoints } from '../webhooks/endpoints.ts';
import { refusalReply, type Submission, type Submit, type TrackDeps } from './submission.ts';
import { submitBrowserBatch } from './submit-browser-batch.ts';
import { submitPixel } from './submit-pixel.ts';
import { submitBatch, submitEvent } from './submit-server-events.ts';
import type { Reply, TrackRequest } from './track-request.ts';

const SUBMIT: Record<TrackRequest['kind'], Submit> = {
  event: submitEvent,
  batch: submitBatch,
  browser: submitBrowserBatch,
  pixel: submitPixel,
};

type WriteDeps = TrackDeps & {
  readonly events: EventStore;
  readonly endpoints: Pick<Endpoints, 'refresh' | 'subscriptions'>;
  readonly figures?: IngestFigures;
  /** Rung after a commit that may owe something to an endpoint. */
  readonly bell?: Pick<Bell, 'ring'>;
  /** Bytes that a project may get from browsers in a minute. Its backends have a quota of their own. */
  readonly browserBytes?: WindowCounters;
};

/**
 * The write path of everything that queued while the last group was synced: each request becomes records,
 * all records are stored in one transaction, and only then is anyone answered.
 * @throws whatever the store throws; then nothing of the group was stored.
 */
export async function ingestGroup(requests: readonly TrackRequest[], deps: WriteDeps): Promise<Reply[]> {
  const { figures = openIngestFigures() } = deps;
  const endOf = stepsOf(figures);
  await deps.projects.refresh();
  await deps.endpoints.refresh();
  await deps.enrichment.prepare();
  endOf('prepare');
  const submissions = requests.map((request) => submit(request, deps));
  const records = submissions.flatMap((submission) => submission.records);
  const owed = deps.endpoints.subscriptions();
  endOf('read');
  const outcomes = records.length === 0 ? [] : await deps.events.append(records, owed);
  if (records.some(({ project }) => owed.has(project))) deps.bell?.ring();
  endOf('store');
  countStored(figures, records, outcomes);
  // After the commit, so that what came with this group is found.
  const stored = await Promise.all(
    submissions.map(({ asked }) => asked && deps.events.stored(asked.project, asked.ids)),
  );
  let answered = 0;
  const replies = submissions.map(({ records: own, refused, respond }, index) => {
    answered += own.length;
    if (refused) figures.add('refused', refused);
    return replyOf(() => respond(outcomes.slice(answered - own.length, answered), stored[index] ?? []));
  });
  endOf('answer');
  return replies;
}

function submit(request: TrackRequest, deps: WriteDeps): Submission {
  try {
    const submission = SUBMIT[request.kind](request, deps);
    if (request.project === null) countBytes(request, submission, deps.browserBytes);
    return submission;
  } catch (error) {
    const reply = refusalReply(error);
    return { records: [], respond: () => reply };
  }
}

/** What fails for one request, after the commit, fails for it alone. */
function replyOf(respond: () => Reply): Reply {
  try {
    return respond();
  } catch (error) {
    return refusalReply(error);
  }
}

/** Whoever knows the public key of a project can send in its name, from many addresses at once. */
function countBytes(
  { body, receivedAt }: TrackRequest,
  { records }: Submission,
  counters?: WindowCounters,
): void {
  const [first] = records;
  if (first === undefined || counters === undefined) return;
  requireQuota(counters.take(first.project, receivedAt, body.length), 'bytes');
}
