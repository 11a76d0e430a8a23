import type { EventId } from '@cvq/contract';
import type { Forwarding, ForwardingTarget } from '../../ad-delivery-store.ts';
import type { EventRecord } from '../../event-record.ts';
import type { AppendOutcome } from '../../ingest-ledger.ts';
import type { Connection, Statement } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { adStateCode } from './ad-delivery-codes.ts';
import { giveIntegrationNumber } from './delivery-keys.ts';

/** Who asks for more owes in several statements. */
const MOST_AT_ONCE = 3;

/** Owes conversions to integrations, inside the transaction that stores them. */
export class OwedConversions {
  readonly #db: Connection;
  readonly #inserts: readonly Statement[];
  #numbers = new Map<string, number>();

  constructor(db: Connection) {
    this.#db = db;
    this.#inserts = Array.from({ length: MOST_AT_ONCE }, (_, index) => prepareInsert(db, index + 1));
  }

  /** Whatever a conversion counts: who is to send it says why it is not sent. */
  owe(events: readonly EventRecord[], outcomes: readonly AppendOutcome[], forwarding: Forwarding): void {
    for (const [index, event] of events.entries()) {
      if (event.conversion === null) continue;
      const { status, id } = outcomes[index] as AppendOutcome;
      const targets = status === 'stored' ? forwarding.get(event.project) : undefined;
      if (targets !== undefined) this.#owe(event, id, targets);
    }
  }

  clear(): void {
    this.#numbers = new Map();
  }

  #owe({ project, at, receivedAt }: EventRecord, id: EventId, targets: readonly ForwardingTarget[]): void {
    const number = projectNumber(this.#db, project) as number;
    const correctedAt = at === id.ms ? null : at;
    for (let start = 0; start < targets.length; start += MOST_AT_ONCE) {
      const given: (number | string | null)[] = [];
      const some = targets.slice(start, start + MOST_AT_ONCE);
      for (const target of some)
        given.push(
          number,
          id.ms,
          id.suffix,
          this.#numberOf(target),
          receivedAt + target.holdMs,
          receivedAt,
          correctedAt,
        );
      this.#inserts[some.length - 1]?.run(...given);
    }
  }

  #numberOf({ integration, platform }: ForwardingTarget): number {
    const known = this.#numbers.get(integration);
    if (known !== undefined) return known;
    const number = giveIntegrationNumber(this.#db, integration, platform);
    this.#numbers.set(integration, number);
    return number;
  }
}

/** One statement for all deliveries of a conversion: to run one costs as much as to write a row. */
function prepareInsert(db: Connection, count: number): Statement {
  const row = `(?, ?, ?, ?, ${adStateCode('held')}, ?, ?, ?)`;
  return db.prepare(`
    INSERT INTO ad_deliveries (project, ms, suffix, integration, state, due_at, created_at, corrected_at)
    VALUES ${Array(count).fill(row).join(', ')}`);
}
