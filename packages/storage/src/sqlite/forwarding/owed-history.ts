import { setTimeout } from 'node:timers/promises';
import type { EventId } from '@cvq/contract';
import type { AdDeliveryStore } from '../../ad-delivery-store.ts';
import { archiveOf } from '../archive/archive-of.ts';
import { inOneMoment } from '../in-one-moment.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { CONVERSION } from '../row-codes.ts';
import { IS_EVENT } from '../row-conditions.ts';
import { rowsOf } from '../rows-of.ts';
import { adStateCode } from './ad-delivery-codes.ts';
import { addCorrectedTimeIn } from './add-corrected-time-in.ts';
import { ALL_DELIVERIES } from './all-deliveries.ts';
import { giveIntegrationNumber, integrationNumber } from './delivery-keys.ts';
import { MAY_HAVE_ARRIVED } from './withdrawn-deliveries.ts';

type Target = Parameters<AdDeliveryStore['owe']>[0];
type Of = Parameters<AdDeliveryStore['owe']>[1];
type Conversion = EventId & { readonly at: number };
type Row = Conversion & { readonly received_at: number; readonly conversion: number };

/** Few enough that no event waits long for the lock. */
const AT_ONCE = 500;

const NAMES = ['ms', 'suffix', 'at', 'received_at', 'conversion'] as const;

/** Owes conversions to an integration that were stored before it sent any: it was not connected yet, or a dry run. */
export class OwedHistory {
  readonly #db: Connection;
  readonly #find: (project: number, integration: number | undefined, since: number) => Conversion[];
  readonly #isTaken;
  readonly #insert;
  readonly #addTime;

  constructor(db: Connection) {
    this.#db = db;
    const rows = db.prepare(
      `SELECT ${NAMES.join(', ')} FROM events WHERE project = ? AND conversion <> ${CONVERSION.none}`,
    );
    const owed = db.prepare(`
      SELECT 1 FROM ${ALL_DELIVERIES}
      WHERE project = ? AND ms = ? AND suffix = ? AND integration = ? AND state <> ${adStateCode('dry_run')}`);
    const archived = archiveOf(db).events;
    this.#find = inOneMoment(db, (project, integration, since) => {
      const found: Conversion[] = [];
      const look = ({ ms, suffix, at, received_at, conversion }: Row) => {
        if (received_at < since || conversion === CONVERSION.removed) return;
        const isOwed = integration !== undefined && owed.get(project, ms, suffix, integration) !== undefined;
        if (!isOwed) found.push({ ms, suffix, at });
      };
      for (const row of archived.conversions(project, NAMES)) look(row as Row);
      for (const row of rowsOf<Row>(rows, project)) look(row);
      return found;
    });
    this.#isTaken = db.prepare(`
      SELECT 1 FROM ad_deliveries JOIN ad_integrations ON ad_integrations.id = ad_deliveries.integration
      WHERE ${IS_EVENT} AND platform = :platform
        AND ad_integrations.key <> :integration AND (accepted_at IS NOT NULL OR ${MAY_HAVE_ARRIVED})`);
    this.#insert = db.prepare(`
      INSERT INTO ad_deliveries (project, ms, suffix, integration, due_at, created_at, corrected_at, state)
      VALUES (:project, :ms, :suffix, :integration, :now, :now, :correctedAt, ${adStateCode('waiting')})
      ON CONFLICT DO UPDATE SET state = excluded.state, reason = NULL, due_at = excluded.due_at, settled_at = NULL, tries = 0
        WHERE state = ${adStateCode('dry_run')}`);
    this.#addTime = addCorrectedTimeIn(db);
  }

  /**
   * How many that are, or would be. In short transactions, between which others write: one that was interrupted is to be
   * called again.
   */
  async owe(target: Target, { since, now, isCounted = false }: Of): Promise<number> {
    const project = projectNumber(this.#db, target.project);
    if (project === undefined) return 0;
    const conversions = this.#find(project, integrationNumber(this.#db, target.integration), since);
    for (let start = 0; !isCounted && start < conversions.length; start += AT_ONCE) {
      const startedAt = performance.now();
      this.#write(conversions.slice(start, start + AT_ONCE), { ...target, number: project, now });
      await setTimeout(performance.now() - startedAt);
    }
    return conversions.length;
  }

  countTaken({ project, integration, platform }: Target, since: number): number {
    const number = projectNumber(this.#db, project);
    if (number === undefined) return 0;
    const conversions = this.#find(number, integrationNumber(this.#db, integration), since);
    const of = { project: number, integration, platform };
    return conversions.filter(({ ms, suffix }) => this.#isTaken.get({ ...of, ms, suffix }) !== undefined)
      .length;
  }

  #write(
    conversions: readonly Conversion[],
    {
      number: project,
      integration,
      platform,
      now,
    }: Target & { readonly number: number; readonly now: number },
  ): void {
    this.#db
      .transaction(() => {
        const number = giveIntegrationNumber(this.#db, integration, platform);
        for (const { ms, suffix, at } of conversions) {
          const correctedAt = at === ms ? null : at;
          this.#insert.run({ project, ms, suffix, integration: number, now, correctedAt });
          if (correctedAt !== null) this.#addTime({ project, ms, suffix, at });
        }
      })
      .immediate();
  }
}
