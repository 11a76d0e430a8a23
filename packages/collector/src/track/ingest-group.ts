import {
  type AppendOutcome,
  type EventRecord,
  type guardStores,
  type IngestLedger,
  isBlockBroken,
  type Owed,
  packError,
} from '@cvq/storage';
import type { Bell } from '../deliveries/bell.ts';
import { isOurFault, toTrackRefused, toTrackResponse } from '../errors/error-response.ts';
import { type IngestFigures, type IngestStep, openIngestFigures } from '../metrics/ingest-figures.ts';
import { requireQuota, type WindowCounters } from '../quotas/limits.ts';
import type { NotedRefusal } from '../refusals/recent-refusals.ts';
import type { Submission, TrackAnswer, TrackDeps } from './submission.ts';
import { submitBrowserBatch } from './submit-browser-batch.ts';
import { submitPixel } from './submit-pixel.ts';
import { submitBatch, submitEvent } from './submit-server-events.ts';
import type { BrowserRequest, Reply, TrackRequest } from './track-request.ts';

export type IngestDeps = TrackDeps & {
  readonly ledger: IngestLedger;
  /** Asked before anything is stored and before it is acknowledged: what went into a file that is gone is not stored. */
  readonly guard?: Pick<ReturnType<typeof guardStores>, 'requireInPlace' | 'requireReadable'>;
  readonly figures?: IngestFigures;
  /** Rung after a commit that may have made deliveries, with the time that the first is due. */
  readonly bell?: Pick<Bell, 'ring'>;
  /** Told of what is refused, where it is known for which project it was. */
  readonly noteRefusal?: (refusal: NotedRefusal) => void;
  /** Bytes that a project may get from browsers in a minute. Its backends have a quota of their own. */
  readonly browserBytes?: WindowCounters;
};

/**
 * The write path of everything that queued while the last group was synced: each request becomes records,
 * all records are stored in one transaction, and only then are the requests answered.
 * @throws whatever the store throws; then nothing of the group was stored.
 */
export async function ingestGroup(requests: readonly TrackRequest[], deps: IngestDeps): Promise<Reply[]> {
  const { figures = openIngestFigures() } = deps;
  const endOf = timeSteps(figures);
  await deps.projects.refresh();
  await deps.enrichment.prepare();
  endOf('prepare');
  const submissions = requests.map((request) => submit(request, deps));
  endOf('read');
  try {
    return await store(submissions, { deps, figures, endOf });
  } catch (error) {
    if (!isBlockBroken(error)) throw error;
    return storeApart(submissions, { deps, figures, endOf });
  }
}

type Storing = {
  readonly deps: IngestDeps;
  readonly figures: IngestFigures;
  readonly endOf: (step: IngestStep) => void;
};

/** Archived rows cannot be read that one of the requests needs: the others are stored without it. */
async function storeApart(submissions: readonly Submission[], storing: Storing): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const submission of submissions) {
    try {
      replies.push(...(await store([submission], storing)));
    } catch (error) {
      if (!isBlockBroken(error)) throw error;
      replies.push(failed(error));
    }
  }
  return replies;
}

async function store(
  submissions: readonly Submission[],
  { deps, figures, endOf }: Storing,
): Promise<Reply[]> {
  const records = submissions.flatMap((submission) => submission.records);
  const owed = deps.projects.owed();
  deps.guard?.requireInPlace();
  const outcomes = records.length === 0 ? [] : await deps.ledger.append(records, owed, () => endOf('write'));
  deps.guard?.requireInPlace();
  const dueAt = firstDueAt(records, owed);
  if (dueAt !== null) deps.bell?.ring(dueAt);
  endOf('commit');
  countStored(figures, records, outcomes);
  // After the commit, so that what came with this group is found.
  const stored = await Promise.all(
    submissions.map(({ asked }) => asked && deps.ledger.stored(asked.project, asked.ids)),
  );
  let answered = 0;
  const replies = submissions.map(({ records: own, refused, respond }, index) => {
    answered += own.length;
    if (refused?.messages.length) figures.add('refused', refused.messages.length);
    return replyOf(() => respond(outcomes.slice(answered - own.length, answered), stored[index] ?? []));
  });
  endOf('answer');
  return replies;
}

/** When the first delivery is due that records may have made, in epoch milliseconds; null where they made none. */
function firstDueAt(
  records: readonly EventRecord[],
  { subscriptions, forwarding }: Required<Owed>,
): number | null {
  let first = Infinity;
  for (const { project, conversion, receivedAt } of records) {
    if (subscriptions.has(project)) return receivedAt;
    if (conversion === null) continue;
    for (const { holdMs } of forwarding.get(project) ?? []) first = Math.min(first, receivedAt + holdMs);
  }
  return first === Infinity ? null : first;
}

/** A bad request is refused alone: it stores nothing, and what it is answered is its refusal. */
function submit(request: TrackRequest, deps: IngestDeps): Submission {
  let project = 'project' in request ? request.project : undefined;
  try {
    const submission = submissionOf(request, deps);
    project ??= submission.records[0]?.project;
    if (!('project' in request)) countBytes(request, submission, deps.browserBytes);
    noteElements(request, submission, deps);
    return submission;
  } catch (error) {
    // What is our fault is noted where it is answered.
    if (project !== undefined && !isOurFault(error)) noteWhole(error, { project, request }, deps);
    return {
      records: [],
      respond() {
        throw error;
      },
    };
  }
}

function submissionOf(request: TrackRequest, deps: IngestDeps): Submission {
  if ('project' in request)
    return request.kind === 'event' ? submitEvent(request, deps) : submitBatch(request, deps);
  return request.kind === 'pixel' ? submitPixel(request, deps) : submitBrowserBatch(request, deps);
}

type OfProject = { readonly project: string; readonly request: TrackRequest };

function noteWhole(error: unknown, { project, request }: OfProject, { noteRefusal }: IngestDeps): void {
  const { message, countedAs: cause } = toTrackRefused(error);
  noteRefusal?.({ project, at: request.receivedAt, api: apiOf(request), cause, message, count: 1 });
}

function noteElements(request: TrackRequest, { refused }: Submission, { noteRefusal }: IngestDeps): void {
  if (!refused?.messages.length || noteRefusal === undefined) return;
  const shared = { project: refused.project, at: request.receivedAt, api: apiOf(request) };
  for (const [message, alike] of Map.groupBy(refused.messages, (own) => own))
    noteRefusal({ ...shared, cause: 'invalid', message, count: alike.length });
}

/** The public key of a project lets anybody send in its name, from many addresses at once. */
function countBytes(
  { body, receivedAt }: BrowserRequest,
  { records: [first] }: Submission,
  counters?: WindowCounters,
): void {
  if (first === undefined || counters === undefined) return;
  requireQuota(counters.take(first.project, receivedAt, body.length), 'bytes');
}

/** Which API a request came by. */
function apiOf({ kind }: TrackRequest): NotedRefusal['api'] {
  return kind === 'event' || kind === 'batch' ? 'server' : kind;
}

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** What fails for one request, before or after the commit, fails for it alone: with the cause, where the fault is ours. */
function failed(error: Error): Reply {
  return replyOf(() => {
    throw error;
  });
}

function replyOf(respond: () => TrackAnswer): Reply {
  try {
    const { status, body, headers } = respond();
    if (body === '') return { status, headers: {}, body };
    // The same object for all replies without headers of their own: the heads of a group are sent once.
    const all = headers === undefined ? JSON_HEADERS : { ...headers, ...JSON_HEADERS };
    return { status, headers: all, body: JSON.stringify(body) };
  } catch (error) {
    const { status, headers, body } = toTrackResponse(error);
    return {
      status,
      headers: { ...headers, ...JSON_HEADERS },
      body: JSON.stringify(body),
      refusedAs: toTrackRefused(error).countedAs,
      failure: isOurFault(error) ? packError(error) : undefined,
    };
  }
}

/** Counts what a commit made of events. What was stored before is counted as a duplicate alone. */
function countStored(
  figures: IngestFigures,
  records: readonly EventRecord[],
  outcomes: readonly AppendOutcome[],
): void {
  figures.add('commits', 1);
  for (const [index, { status }] of outcomes.entries()) {
    figures.add(status, 1);
    const record = records[index];
    if (status !== 'stored' || record === undefined) continue;
    if (record.exclusion !== null) figures.add(`excluded:${record.exclusion}`, 1);
    if (record.bot !== null) figures.add('bots', 1);
  }
}

/** Measures the steps of a group one after the other: each lasts from the end of the one before. */
function timeSteps(figures: IngestFigures): (ended: IngestStep) => void {
  let begun = performance.now();
  return (ended) => {
    const now = performance.now();
    figures.add(`seconds:${ended}`, (now - begun) / 1000);
    begun = now;
  };
}
