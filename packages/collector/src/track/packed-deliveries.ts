import type { Delivery } from './delivery.ts';

/** A group of deliveries; their bodies lie one behind the other in `bytes`. Without any it is a probe. */
export type PackedDeliveries = {
  /** JSON of the deliveries without their bodies: one text crosses threads at a fraction of the cost of objects. */
  readonly heads: string;
  readonly ends: Uint32Array;
  readonly bytes: Uint8Array;
};

type Head = Omit<Delivery, 'body'>;

/** A head as a list, in which what only browsers have comes last, so that a backend's is short. */
type Row = readonly [
  kind: Head['kind'],
  project: Head['project'],
  receivedAt: number,
  idempotencyKey: Head['idempotencyKey'],
  ofBrowser?: Pick<Head, 'address' | 'userAgent' | 'language' | 'hints' | 'headers' | 'visit'>,
];

export function packDeliveries(deliveries: readonly Delivery[]): PackedDeliveries {
  const ends = new Uint32Array(deliveries.length);
  const bytes = new Uint8Array(deliveries.reduce((sum, { body }) => sum + body.length, 0));
  let end = 0;
  const heads = deliveries.map((delivery, index) => {
    bytes.set(delivery.body, end);
    end += delivery.body.length;
    ends[index] = end;
    return rowOf(delivery);
  });
  return { heads: JSON.stringify(heads), ends, bytes };
}

export function unpackDeliveries({ heads, ends, bytes }: PackedDeliveries): Delivery[] {
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

function rowOf(delivery: Delivery): Row {
  const { kind, project, receivedAt, idempotencyKey } = delivery;
  if (kind === 'event' || kind === 'batch') return [kind, project, receivedAt, idempotencyKey];
  const { address, userAgent, language, hints, headers, visit } = delivery;
  const ofBrowser = { address, userAgent, language, hints, headers, visit };
  return [kind, project, receivedAt, idempotencyKey, ofBrowser];
}
