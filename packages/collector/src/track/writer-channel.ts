import type { PackedError, StoreLocation } from '@cvq/storage';
import type { BrowserRequest, Reply, ServerRequest, TrackRequest } from './track-request.ts';

/** What the writer thread is started with. */
export type WriterSettings = {
  readonly location: StoreLocation;
  readonly secret: string;
  /** A file in MaxMind's format with regions and cities, when one is configured. */
  readonly cityFile: string | null;
  /** Bytes that a project may get from browsers in a minute; 0 for any number. */
  readonly projectBytes: number;
  /** Where the thread counts what it did: the memory of `openIngestFigures`. */
  readonly figures: SharedArrayBuffer;
  /** Wakes the thread that sends webhooks: the memory of `openBell`. */
  readonly bell: SharedArrayBuffer;
};

/** What is deleted when its time is over. */
export type PurgedPart = 'user data' | 'salts';

/** What the writer thread gets: a group to store, or to end. A group without requests probes the store. */
export type WriterOrder = PackedGroup | 'close';

/** What the writer thread says: one of `replies` and `failed` for each group, in their order. */
export type WriterMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'replies'; readonly replies: PackedReplies }
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
