import type { AdDeliveryState } from '@cvq/contract';
import type { Connection, Statement } from '../open-database.ts';
import { adStateCode } from './ad-delivery-codes.ts';

/** The values of a new delivery, in the order of its columns; `corrected_at` is null where the id tells the time. */
export type NewDelivery = readonly [
  project: number,
  ms: number,
  suffix: string,
  integration: number,
  dueAt: number,
  createdAt: number,
  correctedAt: number | null,
];

type Insert = {
  readonly state: AdDeliveryState;
  readonly rows?: number;
  /** SQL of what becomes of one that is there: nothing, unless told otherwise. */
  readonly otherwise?: string;
};

/** Writes so many deliveries at once, their values one after the other: to run a statement costs as much as to write a row. */
export function prepareDeliveryInsert(
  db: Connection,
  { state, rows = 1, otherwise = 'DO NOTHING' }: Insert,
): Statement {
  const row = `(?, ?, ?, ?, ?, ?, ?, ${adStateCode(state)})`;
  return db.prepare(`
    INSERT INTO ad_deliveries (project, ms, suffix, integration, due_at, created_at, corrected_at, state)
    VALUES ${Array(rows).fill(row).join(', ')} ON CONFLICT ${otherwise}`);
}
