import type { Reply } from './delivery.ts';

type Head = Omit<Reply, 'body'>;

/** Replies on their way between threads. */
export type PackedReplies = {
  /** The heads that differ: of hundreds of replies there are one or two. */
  readonly heads: readonly Head[];
  /** For each reply the place of its head. */
  readonly headOf: Uint16Array;
  /** One text crosses threads at a fraction of the cost of many. JSON holds no NUL, which parts them. */
  readonly bodies: string;
};

const SEPARATOR = '\0';

export function packReplies(replies: readonly Reply[]): PackedReplies {
  const heads: Head[] = [];
  const headOf = Uint16Array.from(replies, (reply) => {
    const { status, headers, failure } = reply;
    const known = heads.findIndex(
      (head) => status === head.status && headers === head.headers && failure === head.failure,
    );
    return known === -1 ? heads.push({ status, headers, failure }) - 1 : known;
  });
  return { heads, headOf, bodies: replies.map(({ body }) => body).join(SEPARATOR) };
}

/** The replies of a group, in the order of its deliveries. */
export function unpackReplies({ heads, headOf, bodies }: PackedReplies): Reply[] {
  if (headOf.length === 0) return [];
  return bodies.split(SEPARATOR).map((body, index) => {
    const head = heads[headOf[index] as number] as Head;
    return { ...head, body };
  });
}
