import type { Reply, TrackRequest } from './track-request.ts';

/** A group of requests; their bodies lie one behind the other in `bytes`. Without any it is a probe. */
export type PackedGroup = {
  /** JSON of the requests without their bodies: one text crosses threads at a fraction of the cost of objects. */
  readonly heads: string;
  readonly ends: Uint32Array;
  readonly bytes: Uint8Array;
};

type Head = Omit<TrackRequest, 'body'>;

/** A head as a list, in which what only browsers have comes last, so that a backend's is short. */
type Row = readonly [
  kind: Head['kind'],
  project: Head['project'],
  receivedAt: number,
  idempotencyKey: Head['idempotencyKey'],
  ofBrowser?: Pick<Head, 'address' | 'userAgent' | 'language' | 'hints' | 'headers' | 'visit'>,
];

export function packGroup(requests: readonly TrackRequest[]): PackedGroup {
  const ends = new Uint32Array(requests.length);
  const bytes = new Uint8Array(requests.reduce((sum, { body }) => sum + body.length, 0));
  let end = 0;
  const heads = requests.map((request, index) => {
    bytes.set(request.body, end);
    end += request.body.length;
    ends[index] = end;
    return rowOf(request);
  });
  return { heads: JSON.stringify(heads), ends, bytes };
}

export function unpackGroup({ heads, ends, bytes }: PackedGroup): TrackRequest[] {
  return (JSON.parse(heads) as Row[]).map((row, index) => {
    const body = bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]);
    const [kind, project, receivedAt, idempotencyKey, ofBrowser = FROM_SERVER] = row;
    const { address, userAgent, language, hints, headers, visit } = ofBrowser;
    return {
      kind,
      body,
      project,
      receivedAt,
      address,
      userAgent,
      language,
      hints,
      headers,
      visit,
      idempotencyKey,
    };
  });
}

const FROM_SERVER: NonNullable<Row[4]> = {
  address: null,
  userAgent: null,
  language: null,
  hints: undefined,
  headers: undefined,
  visit: undefined,
};

function rowOf(request: TrackRequest): Row {
  const { kind, project, receivedAt, idempotencyKey } = request;
  if (kind === 'event' || kind === 'batch') return [kind, project, receivedAt, idempotencyKey];
  const { address, userAgent, language, hints, headers, visit } = request;
  const ofBrowser = { address, userAgent, language, hints, headers, visit };
  return [kind, project, receivedAt, idempotencyKey, ofBrowser];
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
  const headOf = Uint16Array.from(replies, (reply) => {
    const { status, headers, failure } = reply;
    const known = heads.findIndex(
      (head) => status === head.status && headers === head.headers && failure === head.failure,
    );
    return known === -1 ? heads.push({ status, headers, failure }) - 1 : known;
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
