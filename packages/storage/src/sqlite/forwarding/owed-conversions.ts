import type { Forwarding, ForwardingTarget } from '../../ad-delivery-store.ts';
import type { EventRecord } from '../../event-record.ts';
import type { AppendOutcome } from '../../ingest-ledger.ts';
import type { Connection } from '../open-database.ts';
import { DeliveryInsert, type InsertTarget } from './delivery-insert.ts';
import { giveIntegrationNumber } from './delivery-keys.ts';

/** Events of a commit, with what became of each. */
type Stored = { readonly events: readonly EventRecord[]; readonly outcomes: readonly AppendOutcome[] };

/** Owes conversions to integrations, inside the transaction that stores them. */
export class OwedConversions {
  readonly #db: Connection;
  readonly #projectOf: (key: string) => number;
  readonly #deliveries: DeliveryInsert;
  #targets = new WeakMap<readonly ForwardingTarget[], readonly InsertTarget[]>();

  /** `projectOf`: the number of a project, as the writer remembers it. */
  constructor(db: Connection, projectOf: (key: string) => number) {
    this.#db = db;
    this.#projectOf = projectOf;
    this.#deliveries = new DeliveryInsert(db, { state: 'held' });
  }

  /** Whatever a conversion counts: who is to send it says why it is not sent. */
  owe({ events, outcomes }: Stored, forwarding: Forwarding): void {
    for (let index = 0; index < events.length; index += 1) {
      const event = events[index] as EventRecord;
      if (event.conversion === null) continue;
      const targets = forwarding.get(event.project);
      const outcome = outcomes[index] as AppendOutcome;
      if (targets === undefined || targets.length === 0 || outcome.status !== 'stored') continue;
      const { id } = outcome;
      const conversion = {
        project: this.#projectOf(event.project),
        ms: id.ms,
        suffix: id.suffix,
        at: event.at,
      };
      this.#deliveries.insert(conversion, this.#numbered(targets), event.receivedAt);
    }
  }

  clear(): void {
    this.#targets = new WeakMap();
  }

  #numbered(targets: readonly ForwardingTarget[]): readonly InsertTarget[] {
    const known = this.#targets.get(targets);
    if (known !== undefined) return known;
    const numbered = targets.map(({ integration, platform, holdMs }) => {
      return { integration: giveIntegrationNumber(this.#db, integration, platform), holdMs };
    });
    this.#targets.set(targets, numbered);
    return numbered;
  }
}
