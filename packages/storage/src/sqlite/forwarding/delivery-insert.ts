import type { AdDeliveryState, EventId } from '@cvq/contract';
import type { Connection, Statement } from '../open-database.ts';
import { adStateCode } from './ad-delivery-codes.ts';

type Conversion = EventId & { readonly project: number; readonly at: number };
/** To an integration, by its number. */
type NewDelivery = { readonly integration: number; readonly dueAt: number };

type Options = {
  readonly state: AdDeliveryState;
  /** SQL of what becomes of a delivery that is there: nothing, unless told otherwise. */
  readonly otherwise?: string;
};

/** Writes new deliveries, in the transaction of the caller. */
export class DeliveryInsert {
  readonly #db: Connection;
  readonly #options: Options;
  readonly #addTime: Statement;
  readonly #inserts = new Map<number, Statement>();

  constructor(db: Connection, options: Options) {
    this.#db = db;
    this.#options = options;
    this.#addTime = db.prepare(`
      INSERT INTO ad_corrected_times (project, at, ms, suffix) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  }

  /** All of a conversion. */
  insert({ project, ms, suffix, at }: Conversion, deliveries: readonly NewDelivery[], createdAt: number) {
    const correctedAt = at === ms ? null : at;
    const given: (number | string | null)[] = [];
    for (const { integration, dueAt } of deliveries)
      given.push(project, ms, suffix, integration, dueAt, createdAt, correctedAt);
    this.#insertOf(deliveries.length).run(given);
    if (correctedAt !== null) this.#addTime.run(project, at, ms, suffix);
  }

  /** Several by one statement: to run one costs as much as to write a row. */
  #insertOf(rows: number): Statement {
    const known = this.#inserts.get(rows);
    if (known !== undefined) return known;
    const { state, otherwise = 'DO NOTHING' } = this.#options;
    const row = `(?, ?, ?, ?, ?, ?, ?, ${adStateCode(state)})`;
    const insert = this.#db.prepare(`
      INSERT INTO ad_deliveries (project, ms, suffix, integration, due_at, created_at, corrected_at, state)
      VALUES ${Array(rows).fill(row).join(', ')} ON CONFLICT ${otherwise}`);
    this.#inserts.set(rows, insert);
    return insert;
  }
}
