import type { EventId } from '@cvq/contract';
import type { Retrieval } from '../archive/retrieval.ts';
import type { Connection } from '../open-database.ts';
import { BOT, CONVERSION, type ConversionCode, originCode } from '../row-codes.ts';
import type { OrderDeduplication } from './order-deduplication.ts';
import type { OrderKey } from './order-reports.ts';
import type { OrderStates } from './order-states.ts';

/** A stored sale, by the number and by the name of its project. */
export type WithdrawnSale = { readonly project: string; readonly id: EventId };
type Suspect = EventId & { readonly project: number; readonly conversion: ConversionCode };
type Report = Suspect & { readonly type: number; readonly orderId: string | null };
type Classified = { readonly key: string; readonly type: number; readonly orderId: string | null };
/** Sales that count no more, and the orders of which another report may have to be announced for that. */
type Withdrawals = { readonly sales: WithdrawnSale[]; readonly orders: OrderKey[] };
type Extent = { readonly project: number; readonly from: number | null; readonly to: number };
type Involved = {
  readonly orders: Pick<OrderDeduplication, 'reconsider'>;
  readonly orderStates: OrderStates;
  readonly archive: Pick<Retrieval, 'takeReportsOf'>;
};

const SERVER = originCode('server');

const REPORTS = `
  SELECT project, ms, suffix, type, order_id AS orderId, conversion FROM events INDEXED BY reports_by_session
  WHERE session = ? AND conversion IN (1, 2) AND origin <> 1 AND exclusion IS NULL AND bot = ${BOT.none}`;

/** When the browser's events of a session happened that are stored. */
const EXTENT = 'SELECT project, first_at AS "from", last_at AS "to" FROM sessions WHERE id = ?';

/** A sale that counted until its session was found to be a bot's. */
const CLASSIFIED = `
  SELECT projects.key, events.type, events.order_id AS orderId FROM events
  JOIN sessions ON sessions.id = events.session
  JOIN projects ON projects.id = events.project
  WHERE events.project = ? AND events.ms = ? AND events.suffix = ? AND events.conversion = ${CONVERSION.counted}
    AND events.origin <> ${SERVER} AND events.exclusion IS NULL AND events.bot = ${BOT.none}
    AND sessions.bot <> ${BOT.none}`;

/**
 * Conversions of browsers that counted until a later commit found their session to be a bot's. Reports leave them out
 * by themselves; endpoints that have heard of them have to hear that too.
 */
export class LateClassifications {
  /** Whether this commit has brought anything for `applyPending`. */
  hasPending = false;
  readonly #orders;
  readonly #orderStates;
  readonly #archive: Involved['archive'];
  readonly #reportsOf;
  readonly #extentOf;
  readonly #classified;
  #suspects: Suspect[] = [];

  constructor(db: Connection, { orders, orderStates, archive }: Involved) {
    this.#orders = orders;
    this.#orderStates = orderStates;
    this.#archive = archive;
    this.#reportsOf = db.prepare(REPORTS);
    this.#extentOf = db.prepare(EXTENT);
    this.#classified = db.prepare(CLASSIFIED);
  }

  /** A session is a bot's: what it converted are suspects, and its orders are to be considered anew. */
  found(session: number, isNew: boolean): void {
    if (!isNew) this.#takeReportsOf(session);
    for (const report of this.#reportsOf.all(session) as Report[]) {
      const { project, type, orderId, ms, suffix } = report;
      if (!isNew) this.suspect(report);
      if (orderId !== null) this.#orders.reconsider({ project, type, orderId, ms, suffix });
    }
  }

  #takeReportsOf(session: number): void {
    const extent = this.#extentOf.get(session) as Extent;
    if (extent.from !== null) this.#archive.takeReportsOf({ ...extent, from: extent.from, session });
  }

  /** A conversion has left a person's session for another. */
  suspect(conversion: Suspect): void {
    this.hasPending = true;
    this.#suspects.push(conversion);
  }

  /**
   * Once all sessions of a commit are written: what has to be withdrawn. `isOwn` tells which events are of this commit:
   * no endpoint knows of them yet.
   */
  applyPending(isOwn: (project: string, id: EventId) => boolean, now: number): Withdrawals {
    const found: Withdrawals = { sales: [], orders: [] };
    const known = new Set<string>();
    for (const suspect of this.#suspects) {
      const { project: number, ms, suffix, conversion } = suspect;
      const row = this.#classified.get(number, ms, suffix) as Classified | undefined;
      const name = `${number} ${ms} ${suffix}`;
      if (row === undefined || isOwn(row.key, { ms, suffix }) || known.has(name)) continue;
      known.add(name);
      const { key: project, type, orderId } = row;
      const order = orderId === null ? null : { project: number, type, orderId };
      const counted = conversion === CONVERSION.counted;
      const isWithdrawn =
        order === null ? counted : this.#withdrawn({ project: number, ms, suffix, conversion }, order, now);
      if (!isWithdrawn) continue;
      found.sales.push({ project, id: { ms, suffix } });
      if (order !== null) found.orders.push(order);
    }
    this.clear();
    return found;
  }

  clear(): void {
    this.hasPending = false;
    this.#suspects = [];
  }

  /** An order is withdrawn by the report that it was announced with, else by the one that counted. */
  #withdrawn({ conversion, ...id }: Suspect, order: OrderKey, now: number): boolean {
    const { announced, message, isWithdrawn } = this.#orderStates.of(order);
    if (announced === null) return conversion === CONVERSION.counted;
    if (isWithdrawn || announced.ms !== id.ms || announced.suffix !== id.suffix) return false;
    this.#orderStates.withdraw(order, message, now);
    return true;
  }
}
