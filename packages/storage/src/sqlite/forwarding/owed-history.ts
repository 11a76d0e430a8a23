import { setTimeout } from 'node:timers/promises';
import type { EventId } from '@cvq/contract';
import type { AdDeliveryStore } from '../../ad-delivery-store.ts';
import { archiveOf } from '../archive/archive-of.ts';
import { inOneMoment } from '../in-one-moment.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { CONVERSION } from '../row-codes.ts';
import { rowsOf } from '../rows-of.ts';
import { adStateCode } from './ad-delivery-codes.ts';
import { addCorrectedTimeIn } from './add-corrected-time-in.ts';
import { ALL_DELIVERIES } from './all-deliveries.ts';
import { giveIntegrationNumber, integrationNumber } from './delivery-keys.ts';
import { MAY_HAVE_ARRIVED } from './withdrawn-deliveries.ts';

type Target = Parameters<AdDeliveryStore['owe']>[0];
type Of = Parameters<AdDeliveryStore['owe']>[1];
type Counted = Awaited<ReturnType<AdDeliveryStore['countEarlier']>>;
type Order = { readonly type: number; readonly orderId: string | null };
type Conversion = EventId &
  Order & {
    readonly at: number;
    /** Of a type that the integration sends, and not only another report of an order. */
    readonly isWanted: boolean;
  };
type Row = EventId & {
  readonly at: number;
  readonly received_at: number;
  readonly conversion: number;
  readonly type: number;
  readonly order_id: string | null;
};

/** Few enough that no event waits long for the lock. */
const AT_ONCE = 500;

const NAMES = ['ms', 'suffix', 'at', 'received_at', 'conversion', 'type', 'order_id'] as const;

const keyOf = ({ ms, suffix }: EventId) => `${ms}_${suffix}`;
const nameOf = ({ type, orderId }: Order) => `${type} ${orderId}`;

/** Owes conversions to an integration that were stored before it sent any: it was not connected yet, or a dry run. */
export class OwedHistory {
  readonly #db: Connection;
  readonly #find: (project: number, target: Target, since: number) => Conversion[];
  readonly #count: (project: number, target: Target, since: number) => Counted;
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
    const typeOf = db.prepare('SELECT id FROM strings WHERE value = ?').pluck();
    const archived = archiveOf(db).events;
    this.#find = inOneMoment(db, (project, { integration: key, types }, since) => {
      const integration = integrationNumber(db, key);
      const wanted = types === 'all' ? null : new Set(types.map((type) => typeOf.get(type)));
      const found: Conversion[] = [];
      const look = ({ ms, suffix, at, received_at, conversion, type, order_id: orderId }: Row) => {
        if (received_at < since || conversion === CONVERSION.removed) return;
        const isOwed = integration !== undefined && owed.get(project, ms, suffix, integration) !== undefined;
        const isWanted = conversion === CONVERSION.counted && wanted?.has(type) !== false;
        if (!isOwed) found.push({ ms, suffix, at, type, orderId, isWanted });
      };
      for (const row of archived.conversions(project, NAMES)) look(row as Row);
      for (const row of rowsOf<Row>(rows, project)) look(row);
      return found;
    });
    const taken = takenIn(db);
    this.#count = inOneMoment(db, (project, target, since) => {
      const wanted = this.#find(project, target, since).filter(({ isWanted }) => isWanted);
      const { conversions, orders } = taken(project, target);
      const isTaken = (each: Conversion) =>
        conversions.has(keyOf(each)) || (each.orderId !== null && orders.has(nameOf(each)));
      return { count: wanted.length, taken: wanted.filter(isTaken).length };
    });
    this.#insert = db.prepare(`
      INSERT INTO ad_deliveries (project, ms, suffix, integration, due_at, created_at, corrected_at, state)
      VALUES (:project, :ms, :suffix, :integration, :now, :now, :correctedAt, ${adStateCode('waiting')})
      ON CONFLICT DO UPDATE SET state = excluded.state, reason = NULL, due_at = excluded.due_at, settled_at = NULL, tries = 0
        WHERE state = ${adStateCode('dry_run')}`);
    this.#addTime = addCorrectedTimeIn(db);
  }

  /**
   * Owes them, and returns how many of them are wanted. It works in short transactions, between which others write: after an
   * interruption it is to be called again.
   */
  async owe(target: Target, { since, now }: Of): Promise<number> {
    const project = projectNumber(this.#db, target.project);
    if (project === undefined) return 0;
    const conversions = this.#find(project, target, since);
    for (let start = 0; start < conversions.length; start += AT_ONCE) {
      const startedAt = performance.now();
      this.#write(conversions.slice(start, start + AT_ONCE), { ...target, number: project, now });
      await setTimeout(performance.now() - startedAt);
    }
    return conversions.filter(({ isWanted }) => isWanted).length;
  }

  /** How many would be owed, and how many of those the platform has by another integration, or may have. */
  count(target: Target, since: number): Counted {
    const project = projectNumber(this.#db, target.project);
    return project === undefined ? { count: 0, taken: 0 } : this.#count(project, target, since);
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

/**
 * Finds what the platform of an integration has by others of the project, or may have: conversions, and orders that one of them
 * reports. All of a project at once: a look-up for each conversion would take many times as long.
 */
function takenIn(db: Connection) {
  const ofOthers = db.prepare(`
    SELECT ms, suffix FROM ad_deliveries WHERE project = ? AND (accepted_at IS NOT NULL OR ${MAY_HAVE_ARRIVED})
      AND integration IN (SELECT id FROM ad_integrations WHERE platform = ? AND key <> ?)`);
  const reports = db.prepare(
    'SELECT type, order_id AS orderId, ms, suffix FROM order_reports WHERE project = ?',
  );
  return (project: number, { platform, integration }: Target) => {
    const conversions = new Set<string>();
    for (const row of rowsOf<EventId>(ofOthers, project, platform, integration)) conversions.add(keyOf(row));
    const orders = new Set<string>();
    if (conversions.size > 0)
      for (const row of rowsOf<EventId & Order>(reports, project))
        if (conversions.has(keyOf(row))) orders.add(nameOf(row));
    return { conversions, orders };
  };
}
