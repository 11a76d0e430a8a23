import type { EventId } from '@cvq/contract';
import { ERASED } from '@cvq/contract/constants';
import type { Retrieval } from '../archive/retrieval.ts';
import type { ChangeNotes } from '../changes.ts';
import { Dictionaries } from '../ingest/dictionaries.ts';
import type { Connection } from '../open-database.ts';
import { IS_ORDER } from '../row-conditions.ts';
import type { AdDeliveryErasure } from './ad-delivery-erasure.ts';
import { anonymousName } from './anonymous-name.ts';
import type { ErasedEvent } from './event-erasure.ts';

type Options = {
  readonly project: number;
  readonly notes: ChangeNotes;
  readonly archive: Retrieval;
  readonly adDeliveries: AdDeliveryErasure;
};

/**
 * Gives an order that names the person, by its id or the type of its events, another id, with all that report it. A later
 * report of the order by what it was known by is one of another order.
 */
export class OrderErasure {
  readonly #project: number;
  readonly #notes: ChangeNotes;
  readonly #archive: Retrieval;
  readonly #adDeliveries: AdDeliveryErasure;
  readonly #reportsOf;
  readonly #change;
  readonly #dictionaries: Dictionaries;
  readonly #changeOrder;

  constructor(db: Connection, { project, notes, archive, adDeliveries }: Options) {
    this.#project = project;
    this.#notes = notes;
    this.#archive = archive;
    this.#adDeliveries = adDeliveries;
    this.#reportsOf = db.prepare(`SELECT ms, suffix FROM order_reports WHERE ${IS_ORDER}`);
    this.#dictionaries = new Dictionaries(db);
    this.#change = db.prepare(
      'UPDATE events SET order_id = ?, type = ? WHERE project = ? AND ms = ? AND suffix = ?',
    );
    this.#changeOrder = ['order_reports', 'order_states', 'ad_reserved_orders'].map((table) =>
      db.prepare(`UPDATE ${table} SET order_id = :name, type = :becomes WHERE ${IS_ORDER}`),
    );
  }

  /** In the transaction of the caller. */
  write({ id, namedOrder }: ErasedEvent): void {
    if (namedOrder === null) return;
    const { type, orderId, isTypeNamed } = namedOrder;
    const order = { type, orderId, project: this.#project };
    const becomes = isTypeNamed ? this.#dictionaries.text(ERASED) : type;
    const name = anonymousName();
    // One that came once the order was removed is not among its reports.
    for (const { ms, suffix } of [id, ...(this.#reportsOf.all(order) as EventId[])]) {
      this.#archive.takeEvent(this.#project, { ms, suffix });
      this.#change.run(name, becomes, this.#project, ms, suffix);
      this.#notes.event(this.#project, { ms, suffix });
      // Platforms know it by the id of its order.
      this.#adDeliveries.write({ ms, suffix });
    }
    for (const statement of this.#changeOrder) statement.run({ ...order, name, becomes });
  }
}
