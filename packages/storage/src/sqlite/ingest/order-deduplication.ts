import { BROWSER_CLAIM_MS } from '@cvq/contract/constants';
import type { EventRecord } from '../../event-record.ts';
import type { Connection } from '../open-database.ts';
import {
  BOT,
  type BotCode,
  CONVERSION,
  type ConversionCode,
  ORDER_RANK,
  originCode,
  SESSION_BY,
} from '../row-codes.ts';
import { isBefore, type Mark } from './session-state.ts';

/** Of one project, one event type and one order id there is one sale. */
export type OrderKey = { readonly project: number; readonly type: number; readonly orderId: string };
type EventKey = { readonly ms: number; readonly suffix: string };
/** A stored event that reports an order. */
type OrderReport = OrderKey & EventKey;
type Arriving = { readonly project: number; readonly type: number; readonly event: EventRecord };

/** What the order book needs of the ledger. */
type Sessions = { addConversions(session: number, count: number): void };

/**
 * Which of the events that report the same order is the sale: the earliest that a server key reports, else the
 * earliest of a person's browser, whatever order they came in and whenever a session was found to be a bot's. What a
 * bot's browser reports is a repeat of nothing and counts nowhere. A backend's sale that names no session belongs to
 * that of the earliest person's browser which reports the order. A sale that was removed keeps its order: every
 * report of it is removed.
 */
export type OrderBook = {
  /** What an event that is about to be stored is, unless `settle` finds another to be the sale. */
  enter(arriving: Arriving): ConversionCode;
  /** The session of a stored report is another, or a bot's. */
  reconsider(report: OrderReport): void;
  /**
   * Once all events of a commit are stored and their sessions are written: choose the sales, and give backends' sales
   * their sessions. The orders that have another sale than before.
   */
  settle(): OrderKey[];
  forget(): void;
};

type Row = {
  readonly at: number;
  readonly receivedAt: number;
  readonly origin: number;
  readonly conversion: ConversionCode;
  readonly session: number | null;
  readonly stitched: number;
  readonly sessionBot: BotCode;
};
/** A report by its place among those of its order. */
type Place = Mark & { readonly rank: number };
/** An order that has more than one report, or a doubtful one, with what was its sale before. */
type Contest = {
  readonly order: OrderKey;
  readonly former: Place | undefined;
  readonly reports: EventKey[];
};

const SERVER = originCode('server');
/** Values go by place and not by name: the driver looks each name up. */
const KEY = 'project = ? AND type = ? AND order_id = ?';
const keyOf = ({ project, type, orderId }: OrderKey) => [project, type, orderId] as const;

/**
 * The report that is the sale: those of an order lie by rank and time. Rows that are found by the beginning of the
 * primary key of a table without row ids come in the order of that key; to say so by ORDER BY takes five times as long.
 */
export const SALE_OF_ORDER = `SELECT rank, at, ms, suffix FROM order_reports WHERE ${KEY} LIMIT 1`;

/** The earliest report of a person that has a session: the visit that a backend's sale is credited to. */
export const VISIT_OF_ORDER = `
  SELECT reports.ms, reports.suffix, events.session FROM order_reports reports
  CROSS JOIN events ON events.project = reports.project AND events.ms = reports.ms AND events.suffix = reports.suffix
  WHERE reports.project = ? AND reports.type = ? AND reports.order_id = ? AND reports.rank = ${ORDER_RANK.person}
    AND events.session IS NOT NULL
  LIMIT 1`;

export function createOrderBook(db: Connection, sessions: Sessions): OrderBook {
  const saleOf = db.prepare(SALE_OF_ORDER);
  const visitOf = db.prepare(VISIT_OF_ORDER);
  const isRemoved = db.prepare(`SELECT 1 FROM order_states WHERE ${KEY} AND removed = 1`).pluck();
  const add = db.prepare(`
    INSERT INTO order_reports (project, type, order_id, rank, at, ms, suffix)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const setRank = db.prepare(`
    UPDATE order_reports SET rank = ? WHERE ${KEY} AND rank = ? AND at IN (?, ?) AND ms = ? AND suffix = ?`);
  const rowOf = db.prepare(`
    SELECT events.at, events.received_at AS receivedAt, events.origin, events.conversion, events.session,
      events.stitched, coalesce(sessions.bot, ${BOT.none}) AS sessionBot
    FROM events LEFT JOIN sessions ON sessions.id = events.session
    WHERE events.project = ? AND events.ms = ? AND events.suffix = ?`);
  const setConversion = db.prepare(
    'UPDATE events SET conversion = ? WHERE project = ? AND ms = ? AND suffix = ?',
  );
  const move = db.prepare(
    'UPDATE events SET session = ?, stitched = ? WHERE project = ? AND ms = ? AND suffix = ?',
  );
  let doubtful = new Map<string, OrderReport>();
  let contests = new Map<string, Contest>();

  function contest({ project, type, orderId }: OrderKey, former: () => Place | undefined): Contest {
    const name = `${project} ${type} ${orderId}`;
    const known = contests.get(name);
    if (known) return known;
    const opened = { order: { project, type, orderId }, former: former(), reports: [] };
    contests.set(name, opened);
    return opened;
  }

  /** Gives a report of a browser the rank that it has by its session. */
  function judge({ project, type, orderId, ms, suffix }: OrderReport): void {
    const row = rowOf.get(project, ms, suffix) as Row | undefined;
    if (row === undefined || row.origin === SERVER || row.conversion === CONVERSION.removed) return;
    const order = { project, type, orderId };
    const { reports } = contest(order, () => saleOf.get(...keyOf(order)) as Place | undefined);
    const rank = row.sessionBot === BOT.none ? ORDER_RANK.person : ORDER_RANK.bot;
    const former = rank === ORDER_RANK.person ? ORDER_RANK.bot : ORDER_RANK.person;
    // A report of an older store lies by when it happened.
    const at = claimedAt(false, row);
    setRank.run(rank, ...keyOf(order), former, at, row.at, ms, suffix);
    reports.push({ ms, suffix });
  }

  /** One that is not the sale: a repeat, but for a bot's. */
  function demote({ project }: OrderKey, { ms, suffix }: EventKey): void {
    const { conversion, origin, session, stitched, sessionBot } = rowOf.get(project, ms, suffix) as Row;
    const wanted = origin !== SERVER && sessionBot !== BOT.none ? CONVERSION.counted : CONVERSION.repeated;
    if (conversion === CONVERSION.removed || conversion === wanted) return;
    if (session !== null) sessions.addConversions(session, wanted === CONVERSION.counted ? 1 : -1);
    setConversion.run(wanted, project, ms, suffix);
    if (stitched === SESSION_BY.order) move.run(null, SESSION_BY.client, project, ms, suffix);
  }

  function promote(order: OrderKey, { rank, ms, suffix }: Place): void {
    const { project } = order;
    const { conversion, session, stitched } = rowOf.get(project, ms, suffix) as Row;
    if (conversion === CONVERSION.removed) return;
    if (conversion !== CONVERSION.counted) {
      if (session !== null) sessions.addConversions(session, 1);
      setConversion.run(CONVERSION.counted, project, ms, suffix);
    }
    // A backend's sale has the session of the visit, unless it names one itself.
    if (rank !== ORDER_RANK.server || (session !== null && stitched !== SESSION_BY.order)) return;
    const visit = (visitOf.get(...keyOf(order)) as { session: number } | undefined)?.session ?? null;
    if (visit === session) return;
    if (session !== null) sessions.addConversions(session, -1);
    if (visit !== null) sessions.addConversions(visit, 1);
    move.run(visit, visit === null ? SESSION_BY.client : SESSION_BY.order, project, ms, suffix);
  }

  /** Chooses the sale; true where it is another than before. */
  function decide({ order, former, reports }: Contest): boolean {
    const sale = saleOf.get(...keyOf(order)) as Place | undefined;
    if (sale === undefined) return false;
    for (const report of former === undefined ? reports : [former, ...reports]) {
      if (!isSame(report, sale)) demote(order, report);
    }
    promote(order, sale);
    return former === undefined || !isSame(former, sale);
  }

  return {
    enter({ project, type, event }) {
      if (event.conversion === null) return CONVERSION.none;
      const orderId = orderOf(event);
      if (orderId === null) return CONVERSION.counted;
      const order = { project, type, orderId };
      const key = keyOf(order);
      const former = saleOf.get(...key) as Place | undefined;
      // An order that was removed has its reports still.
      if (former !== undefined && isRemoved.get(...key) !== undefined) return CONVERSION.removed;
      const isServers = event.origin === 'server';
      const rank = isServers ? ORDER_RANK.server : ORDER_RANK.person;
      const at = claimedAt(isServers, event);
      const { ms, suffix } = event.id;
      add.run(...key, rank, at, ms, suffix);
      if (former === undefined) return CONVERSION.counted;
      contest(order, () => former).reports.push(event.id);
      return outranks({ rank, at, ms, suffix }, former) ? CONVERSION.counted : CONVERSION.repeated;
    },
    reconsider(report) {
      doubtful.set(`${report.project} ${report.ms} ${report.suffix}`, report);
    },
    settle() {
      if (doubtful.size === 0 && contests.size === 0) return [];
      for (const report of doubtful.values()) judge(report);
      const changed = [...contests.values()].filter(decide).map(({ order }) => order);
      doubtful = new Map();
      contests = new Map();
      return changed;
    },
    forget() {
      doubtful = new Map();
      contests = new Map();
    },
  };
}

/** The order that an event reports. One that reports leave out is no sale, and must not hide the sale of that order. */
export function orderOf({ conversion, exclusion, bot }: EventRecord): string | null {
  return exclusion === null && bot === null ? (conversion?.orderId ?? null) : null;
}

/**
 * When an event lays claim to an order. Anybody can send a browser's event with any time: one that is older than what
 * a browser would still send counts from the moment after its receipt, and so does not displace what was there.
 */
function claimedAt(isServers: boolean, { at, receivedAt }: Pick<EventRecord, 'at' | 'receivedAt'>): number {
  if (isServers) return at;
  return at < receivedAt - BROWSER_CLAIM_MS ? receivedAt + 1 : Math.min(at, receivedAt);
}

const outranks = (one: Place, other: Place) =>
  one.rank === other.rank ? isBefore(one, other) : one.rank < other.rank;

const isSame = (one: EventKey, other: EventKey) => one.ms === other.ms && one.suffix === other.suffix;
