import type { MessagePort } from 'node:worker_threads';
import { isConnectionStuck, packError } from '@cvq/storage';
import type { NotedRefusal } from '../refusals/recent-refusals.ts';
import { type IngestDeps, ingestGroup } from './ingest-group.ts';
import type { Reply } from './track-request.ts';
import { packReplies, unpackGroup, type WriterMessage, type WriterOrder } from './writer-channel.ts';

/**
 * Stores each group that comes by a port, and answers it there: the other side of `Intake`. `close` is called when none
 * will come any more.
 */
export function answerGroups(port: MessagePort, deps: IngestDeps, close: () => Promise<void>): void {
  const refusals: NotedRefusal[] = [];
  const noting: IngestDeps = {
    ...deps,
    noteRefusal(refusal) {
      if (refusals.length < NOTED_REFUSALS) refusals.push(refusal);
    },
  };
  port.on('message', async (order: WriterOrder) => {
    if (order === 'close') return close();
    const answer = await answerTo(order, noting);
    if (refusals.length > 0)
      port.postMessage({ kind: 'refused', refusals: refusals.splice(0) } satisfies WriterMessage);
    port.postMessage(answer);
  });
}

/** Of one group; there may be a hundred in each of hundreds of requests. */
const NOTED_REFUSALS = 1000;

async function answerTo(order: Exclude<WriterOrder, 'close'>, deps: IngestDeps): Promise<WriterMessage> {
  try {
    const requests = order === 'look' ? [] : unpackGroup(order);
    if (requests.length > 0) return repliesOf(await ingestGroup(requests, deps));
    deps.guard?.requireReadable();
    if (order !== 'look') await deps.ledger.probe();
    return repliesOf([]);
  } catch (error) {
    // Only another thread can have another connection.
    if (isConnectionStuck(error)) throw error;
    return { kind: 'failed', error: packError(error) };
  }
}

function repliesOf(replies: readonly Reply[]): WriterMessage {
  return { kind: 'replies', replies: packReplies(replies) };
}
