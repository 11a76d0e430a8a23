import type { AdDeliveryState, EventId } from '@cvq/contract';
import type { Connection, Statement } from '../open-database.ts';
import { adStateCode } from './ad-delivery-codes.ts';

type Conversion = EventId & { readonly project: number; readonly at: number };
/** An integration, by its number, and after how many milliseconds what it is owed is due. */
export type InsertTarget = { readonly integration: number; readonly holdMs: number };

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
  readonly #inserts = new WeakMap<readonly InsertTarget[], Statement>();

  constructor(db: Connection, options: Options) {
    this.#db = db;
    this.#options = options;
    this.#addTime = db.prepare(`
      INSERT INTO ad_corrected_times (project, at, ms, suffix) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  }

  /** All of a conversion, of which `targets` has at least one. The same targets are best given as the same list. */
  insert({ project, ms, suffix, at }: Conversion, targets: readonly InsertTarget[], createdAt: number) {
    const correctedAt = at === ms ? null : at;
    this.#insertFor(targets).run(project, ms, suffix, createdAt, correctedAt);
    if (correctedAt !== null) this.#addTime.run(project, at, ms, suffix);
  }

  /** One statement for all targets, which stand in it: to run one, and to bind a value, costs as much as half a row. */
  #insertFor(targets: readonly InsertTarget[]): Statement {
    const known = this.#inserts.get(targets);
    if (known !== undefined) return known;
    const { state, otherwise = 'DO NOTHING' } = this.#options;
    const rows = targets.map(({ integration, holdMs }) => `(${integration}, ${holdMs})`);
    const insert = this.#db.prepare(`
      INSERT INTO ad_deliveries (project, ms, suffix, integration, due_at, created_at, corrected_at, state)
      SELECT given.project, given.ms, given.suffix, target.column1, given.at + target.column2, given.at,
        given.corrected_at, ${adStateCode(state)}
      FROM (SELECT ? AS project, ? AS ms, ? AS suffix, ? AS at, ? AS corrected_at) given,
        (VALUES ${rows.join(', ')}) target
      WHERE true
      ON CONFLICT ${otherwise}`);
    this.#inserts.set(targets, insert);
    return insert;
  }
}
