import type { TrackRequest } from './track-request.ts';

/** What waits for the writer, and of which browser's address it is; null for a backend. */
export type Queued = { readonly request: Pick<TrackRequest, 'body'>; readonly client: string | null };

type Before = {
  /** Whether a long request was in the group before this one. */
  readonly wasLong: boolean;
  /** Bytes that one browser's address may have in a group, beside a single request of any size. */
  readonly ofOneClient: number;
};

/**
 * A group may be this large, so that one commit stays short, and so that what is read of the bodies still fits the
 * nursery of the writer when the commit ends: what outlives the nursery costs more to clear away than a commit does.
 */
const MAX_BYTES = 262_144;
const MAX_REQUESTS = 500;

/**
 * Divides a queue into the next group and what waits on. All of a group is answered after its one commit, so who sends
 * much would make everybody wait for it: one address of browsers has a small share of a group, and while others wait,
 * what is longer than that share comes in every second group only. The order of each client is kept.
 */
export function takeGroup<One extends Queued>(
  queue: readonly One[],
  { wasLong, ofOneClient }: Before,
): { readonly group: One[]; readonly rest: One[]; readonly hasLong: boolean } {
  const isLong = ({ client, request }: One) => client !== null && request.body.length > ofOneClient;
  const skipsLong = wasLong && queue.some((one) => !isLong(one));
  const shares = new Map<string | null, number>();
  const group: One[] = [];
  const rest: One[] = [];
  let bytes = 0;

  function fits({ client, request: { body } }: One): boolean {
    if (group.length === 0) return true;
    const own = shares.get(client) ?? 0;
    if (client !== null && own > 0 && own + body.length > ofOneClient) return false;
    return bytes + body.length <= MAX_BYTES && group.length < MAX_REQUESTS;
  }

  for (const one of queue) {
    const own = shares.get(one.client) ?? 0;
    const size = one.request.body.length;
    if (own < Infinity && !(skipsLong && isLong(one)) && fits(one)) {
      group.push(one);
      bytes += size;
      shares.set(one.client, own + size);
    } else {
      rest.push(one);
      // What came later of the same client must not overtake it.
      shares.set(one.client, Infinity);
    }
  }
  // All that is short may be behind something long of the same client.
  if (group.length === 0 && skipsLong) return takeGroup(queue, { wasLong: false, ofOneClient });
  return { group, rest, hasLong: group.some(isLong) };
}
