import type { Forwarding, ForwardingTarget } from '../../ad-delivery-store.ts';
import type { EventRecord } from '../../event-record.ts';
import type { AppendOutcome } from '../../ingest-ledger.ts';
import type { Connection, Statement } from '../open-database.ts';
import { type NewDelivery, prepareDeliveryInsert } from './delivery-insert.ts';
import { giveIntegrationNumber } from './delivery-keys.ts';

/** Events of a commit, with what became of each. */
type Stored = { readonly events: readonly EventRecord[]; readonly outcomes: readonly AppendOutcome[] };
/** An integration by its number. */
type Target = Pick<ForwardingTarget, 'holdMs'> & { readonly number: number };

/** Owes conversions to integrations, inside the transaction that stores them. */
export class OwedConversions {
  readonly #db: Connection;
  readonly #projectOf: (key: string) => number;
  readonly #inserts = new Map<number, Statement>();
  #targets = new WeakMap<readonly ForwardingTarget[], readonly Target[]>();

  /** `projectOf`: the number of a project, as the writer remembers it. */
  constructor(db: Connection, projectOf: (key: string) => number) {
    this.#db = db;
    this.#projectOf = projectOf;
  }

  /** Whatever a conversion counts: who is to send it says why it is not sent. */
  owe({ events, outcomes }: Stored, forwarding: Forwarding): void {
    for (let index = 0; index < events.length; index += 1) {
      const event = events[index] as EventRecord;
      if (event.conversion === null) continue;
      const targets = forwarding.get(event.project);
      const outcome = outcomes[index] as AppendOutcome;
      if (targets === undefined || targets.length === 0 || outcome.status !== 'stored') continue;
      this.#insert(event, outcome, this.#numbered(targets));
    }
  }

  clear(): void {
    this.#targets = new WeakMap();
  }

  #insert({ project, at, receivedAt }: EventRecord, { id }: AppendOutcome, targets: readonly Target[]): void {
    const { ms, suffix } = id;
    const ofProject = this.#projectOf(project);
    const correctedAt = at === ms ? null : at;
    const given: NewDelivery[number][] = [];
    for (const { number, holdMs } of targets)
      given.push(ofProject, ms, suffix, number, receivedAt + holdMs, receivedAt, correctedAt);
    this.#insertOf(targets.length).run(given);
  }

  #numbered(targets: readonly ForwardingTarget[]): readonly Target[] {
    const known = this.#targets.get(targets);
    if (known !== undefined) return known;
    const numbered = targets.map(({ integration, platform, holdMs }) => {
      return { number: giveIntegrationNumber(this.#db, integration, platform), holdMs };
    });
    this.#targets.set(targets, numbered);
    return numbered;
  }

  #insertOf(rows: number): Statement {
    const known = this.#inserts.get(rows);
    if (known !== undefined) return known;
    const insert = prepareDeliveryInsert(this.#db, { state: 'held', rows });
    this.#inserts.set(rows, insert);
    return insert;
  }
}
