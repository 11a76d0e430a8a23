import type { AdDeliveryState } from '@cvq/contract';
import type { Connection } from '../open-database.ts';
import { adStateCode, adStateOf, STEP, type StepCode, stepOf } from './ad-delivery-codes.ts';
import { DELIVERY, type DeliveryKey } from './delivery-keys.ts';

/** A delivery as its row has it, with its state and step in words. */
export type DeliveryRow = {
  readonly state: AdDeliveryState;
  readonly reason: string | null;
  readonly dueAt: number | null;
  readonly claimedAt: number | null;
  readonly begunAt: number | null;
  readonly settledAt: number | null;
  readonly step: 'send' | 'verify';
  readonly tries: number;
  readonly attempts: number;
  readonly reference: string | null;
  readonly key: string | null;
  readonly leftOut: readonly string[];
  readonly unknownSince: number | null;
  readonly acceptedAt: number | null;
  readonly retryUntil: number | null;
  readonly askedAt: number | null;
  readonly mayHaveArrivedAt: number | null;
};

/** The columns that a worker changes, by the field that each is. */
const COLUMNS = {
  state: 'state',
  reason: 'reason',
  dueAt: 'due_at',
  claimedAt: 'claimed_at',
  begunAt: 'begun_at',
  settledAt: 'settled_at',
  step: 'step',
  tries: 'tries',
  attempts: 'attempts',
  reference: 'reference',
  key: 'key',
  leftOut: 'left_out',
  unknownSince: 'unknown_since',
  acceptedAt: 'accepted_at',
  retryUntil: 'retry_until',
  askedAt: 'asked_at',
  mayHaveArrivedAt: 'may_have_arrived_at',
} as const satisfies Readonly<Record<keyof DeliveryRow, string>>;

type StoredRow = Omit<DeliveryRow, 'state' | 'step' | 'leftOut'> & {
  readonly state: number;
  readonly step: StepCode;
  readonly leftOut: string | null;
};

/** A list for SELECT of what `deliveryRowOf` reads. */
export const DELIVERY_COLUMNS = Object.entries(COLUMNS)
  .map(([field, column]) => `ad_deliveries.${column} AS ${field === 'key' ? 'platformKey' : field}`)
  .join(', ');

/** A row that `DELIVERY_COLUMNS` gave. */
export function deliveryRowOf(selected: object): DeliveryRow {
  const { platformKey: key, ...row } = selected as StoredRow & { readonly platformKey: string | null };
  return {
    ...row,
    key,
    state: adStateOf(row.state),
    step: stepOf(row.step),
    leftOut: row.leftOut === null ? [] : (JSON.parse(row.leftOut) as string[]),
  };
}

/** The outcome of an attempt may be forgotten by who asks for another; that the platform may have it is not. */
export function mayHaveArrivedAt({
  mayHaveArrivedAt: known,
  unknownSince,
}: Pick<DeliveryRow, 'mayHaveArrivedAt' | 'unknownSince'>): number | null {
  return known ?? unknownSince;
}

/** The platform has it, is being sent it, or may have it of an attempt whose end nobody knows. */
export function mayHaveSent({
  acceptedAt,
  begunAt,
  mayHaveArrivedAt: arrivedAt,
}: Pick<DeliveryRow, 'acceptedAt' | 'begunAt' | 'mayHaveArrivedAt'>): boolean {
  return acceptedAt !== null || begunAt !== null || arrivedAt !== null;
}

/** Reads and writes single deliveries: to be used within a transaction. */
export class DeliveryRows {
  readonly #find;
  readonly #write;

  constructor(db: Connection) {
    this.#find = db.prepare(`SELECT ${DELIVERY_COLUMNS} FROM ad_deliveries WHERE ${DELIVERY}`);
    const assignments = Object.entries(COLUMNS).map(([field, column]) => `${column} = :new_${field}`);
    this.#write = db.prepare(`UPDATE ad_deliveries SET ${assignments.join(', ')} WHERE ${DELIVERY}`);
  }

  find(key: DeliveryKey): DeliveryRow | null {
    const row = this.#find.get(key) as object | undefined;
    return row === undefined ? null : deliveryRowOf(row);
  }

  write(key: DeliveryKey, row: DeliveryRow): void {
    const stored: StoredRow = {
      ...row,
      state: adStateCode(row.state),
      step: STEP[row.step],
      leftOut: row.leftOut.length === 0 ? null : JSON.stringify(row.leftOut),
      mayHaveArrivedAt: mayHaveArrivedAt(row),
    };
    const given = Object.entries(stored).map(([field, value]) => [`new_${field}`, value]);
    this.#write.run({ ...key, ...Object.fromEntries(given) });
  }
}
