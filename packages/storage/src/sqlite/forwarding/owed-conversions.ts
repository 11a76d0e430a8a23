import type { Forwarding, ForwardingTarget } from '../../ad-delivery-store.ts';
import type { EventRecord } from '../../event-record.ts';
import type { AppendOutcome } from '../../ingest-ledger.ts';
import type { Connection, Statement } from '../open-database.ts';
import { addCorrectedTimeIn } from './add-corrected-time-in.ts';
import { giveIntegrationNumber } from './delivery-keys.ts';

/** Events of a commit, with what became of each. */
type Stored = { readonly events: readonly EventRecord[]; readonly outcomes: readonly AppendOutcome[] };

/**
 * Owes conversions to integrations, inside the transaction that stores them: one row for all of a conversion, of which
 * deliveries are made when its hold is over.
 */
export class OwedConversions {
  readonly #db: Connection;
  readonly #projectOf: (key: string) => number;
  readonly #insert: Statement;
  readonly #addTime;
  readonly #findList: Statement;
  readonly #addList: Statement;
  #lists = new WeakMap<readonly ForwardingTarget[], number>();

  /** `projectOf`: the number of a project, as the writer remembers it. */
  constructor(db: Connection, projectOf: (key: string) => number) {
    this.#db = db;
    this.#projectOf = projectOf;
    this.#insert = db.prepare(`
      INSERT INTO ad_owed (project, ms, suffix, list, created_at, corrected_at) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING`);
    this.#addTime = addCorrectedTimeIn(db);
    this.#findList = db.prepare('SELECT id FROM ad_target_lists WHERE targets = ?').pluck();
    this.#addList = db.prepare('INSERT INTO ad_target_lists (targets) VALUES (?)');
  }

  /** Whatever a conversion counts: who is to send it says why it is not sent. */
  owe({ events, outcomes }: Stored, forwarding: Forwarding): void {
    for (let index = 0; index < events.length; index += 1) {
      const event = events[index] as EventRecord;
      if (event.conversion === null) continue;
      const targets = forwarding.get(event.project);
      const outcome = outcomes[index] as AppendOutcome;
      if (targets === undefined || targets.length === 0 || outcome.status !== 'stored') continue;
      const { ms, suffix } = outcome.id;
      const project = this.#projectOf(event.project);
      const correctedAt = event.at === ms ? null : event.at;
      this.#insert.run(project, ms, suffix, this.#listOf(targets), event.receivedAt, correctedAt);
      if (correctedAt !== null) this.#addTime({ project, ms, suffix, at: correctedAt });
    }
  }

  clear(): void {
    this.#lists = new WeakMap();
  }

  #listOf(targets: readonly ForwardingTarget[]): number {
    const known = this.#lists.get(targets);
    if (known !== undefined) return known;
    const pairs = targets.map(({ integration, platform, holdMs }) => {
      return [giveIntegrationNumber(this.#db, integration, platform), holdMs];
    });
    const text = JSON.stringify(pairs);
    const found = this.#findList.get(text) as number | undefined;
    const list = found ?? Number(this.#addList.run(text).lastInsertRowid);
    this.#lists.set(targets, list);
    return list;
  }
}
