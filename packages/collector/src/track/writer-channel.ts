import type { PackedError, StoreLocation, StoreNews } from '@cvq/storage';
import type { NotedRefusal } from '../refusals/recent-refusals.ts';
import type { InstallationSecret } from '../secrets/installation-secret.ts';
import type { BrowserRequest, Reply, ServerRequest, TrackRequest } from './track-request.ts';

/** What the writer thread is started with. */
export type WriterSettings = {
  readonly location: StoreLocation;
  readonly secret: InstallationSecret;
  /** A file in MaxMind's format with regions and cities, when one is configured. */
  readonly cityFile: string | null;
  /** Bytes that a project may get from browsers in a minute; 0 for any number. */
  readonly projectBytes: number;
  /** How long a conversion waits before it is sent to ad platforms, in milliseconds. */
  readonly holdMs: number;
  /** Where the thread counts what it did: the memory of `openIngestFigures`. */
  readonly figures: SharedArrayBuffer;
  /** Wakes the thread that sends deliveries: the memory of `openBell`. */
  readonly bell: SharedArrayBuffer;
};

/** What is deleted when its time is over. */
export type PurgedPart = 'user data' | 'salts' | 'audit log';

/**
 * What the writer thread gets: a group to store, or a word. A group without requests probes the stores: they are written
 * and read. `look` only reads them.
 */
export type WriterOrder = PackedGroup | 'look' | 'close';

/** Of the stores that it has open, where nobody waits for an answer. */
export type WriterNews = { readonly kind: 'news'; readonly news: StoreNews };

/** What the writer thread says: one of `replies` and `failed` for each group, look and probe, in their order. */
export type WriterMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'replies'; readonly replies: PackedReplies }
  /** What was refused of the group that is answered next. */
  | { readonly kind: 'refused'; readonly refusals: readonly NotedRefusal[] }
  /** Nothing of the group was stored. */
  | { readonly kind: 'failed'; readonly error: PackedError }
  | { readonly kind: 'purged'; readonly part: PurgedPart; readonly error: PackedError | null };

/** A group of requests on its way between threads; their bodies lie one behind the other in `bytes`. */
export type PackedGroup = {
  /** JSON of the requests without their bodies: one text crosses threads at a fraction of the cost of objects. */
  readonly heads: string;
  readonly ends: Uint32Array;
  readonly bytes: Uint8Array;
};

/** A backend's head is a list without names: most requests are theirs. */
type HeadRow =
  | readonly [ServerRequest['kind'], receivedAt: number, project: string, idempotencyKey: string | null]
  | readonly [BrowserRequest['kind'], receivedAt: number, rest: OfBrowser];
type OfBrowser = Omit<BrowserRequest, 'kind' | 'body' | 'receivedAt'>;

/** The requests of a group as they cross to the writer, all bodies in one buffer. */
export function packGroup(requests: readonly TrackRequest[]): PackedGroup {
  const ends = new Uint32Array(requests.length);
  const bytes = new Uint8Array(requests.reduce((sum, { body }) => sum + body.length, 0));
  let end = 0;
  const heads = requests.map((request, index) => {
    bytes.set(request.body, end);
    end += request.body.length;
    ends[index] = end;
    return headRowOf(request);
  });
  return { heads: JSON.stringify(heads), ends, bytes };
}

/** The requests of a packed group, in their order. */
export function unpackGroup({ heads, ends, bytes }: PackedGroup): TrackRequest[] {
  return (JSON.parse(heads) as HeadRow[]).map((row, index): TrackRequest => {
    const body = bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]);
    if (row.length === 3) {
      const [kind, receivedAt, { address, userAgent, language, hints, headers, visit }] = row;
      return { kind, body, receivedAt, address, userAgent, language, hints, headers, visit };
    }
    const [kind, receivedAt, project, idempotencyKey] = row;
    return { kind, body, receivedAt, project, idempotencyKey };
  });
}

function headRowOf(request: TrackRequest): HeadRow {
  if ('project' in request) {
    return [request.kind, request.receivedAt, request.project, request.idempotencyKey];
  }
  const { kind, receivedAt, address, userAgent, language, hints, headers, visit } = request;
  return [kind, receivedAt, { address, userAgent, language, hints, headers, visit }];
}

type ReplyHead = Omit<Reply, 'body'>;

/** Replies on their way between threads. */
export type PackedReplies = {
  /** The heads that differ: of hundreds of replies there are one or two. */
  readonly heads: readonly ReplyHead[];
  /** For each reply the place of its head. */
  readonly headOf: Uint16Array;
  /** One text crosses threads at a fraction of the cost of many. JSON holds no NUL, which parts them. */
  readonly bodies: string;
};

const SEPARATOR = '\0';

/** Replies as they cross back to the main thread, in the order of their requests. */
export function packReplies(replies: readonly Reply[]): PackedReplies {
  const heads: ReplyHead[] = [];
  const headOf = Uint16Array.from(replies, ({ status, headers, refusedAs, failure }) => {
    const known = heads.findIndex(
      (head) =>
        status === head.status &&
        headers === head.headers &&
        refusedAs === head.refusedAs &&
        failure === head.failure,
    );
    return known === -1 ? heads.push({ status, headers, refusedAs, failure }) - 1 : known;
  });
  return { heads, headOf, bodies: replies.map(({ body }) => body).join(SEPARATOR) };
}

/** The replies of a group, in the order of its requests. */
export function unpackReplies({ heads, headOf, bodies }: PackedReplies): Reply[] {
  if (headOf.length === 0) return [];
  return bodies.split(SEPARATOR).map((body, index) => {
    const head = heads[headOf[index] as number] as ReplyHead;
    return { ...head, body };
  });
}

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
/** The most requests of a group. */
export const MAX_GROUP_REQUESTS = 500;

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
    return bytes + body.length <= MAX_BYTES && group.length < MAX_GROUP_REQUESTS;
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
