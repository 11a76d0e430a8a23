import type { EventId } from '@cvq/contract';
import { BROWSER_CLAIM_MS } from '@cvq/contract/constants';
import type { EventRecord } from '../../event-record.ts';
import type { Retrieval } from '../archive/retrieval.ts';
import type { ChangeNotes } from '../changes.ts';
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
import { IS_EVENT_BY_PLACE, IS_ORDER_BY_PLACE } from '../row-conditions.ts';
import {
  ADD_REPORT,
  type OrderKey,
  REPORTS_OF_PERSONS,
  SALE_OF_ORDER,
  SET_RANK,
  VISIT_OF_ORDER,
} from './order-reports.ts';
import { isBefore, type Mark } from './session-state.ts';

/** A stored event that reports an order. */
type OrderReport = OrderKey & EventId;
type Arriving = {
  readonly project: number;
  readonly type: number;
  readonly event: EventRecord;
  /** Since when it claims its order, where another store has decided that. */
  readonly claimedAt?: number | null;
};

/** What it needs of the session cache. */
type Sessions = { addConversions(session: number, count: number): void };
type Involved = {
  readonly sessions: Sessions;
  readonly notes: Pick<ChangeNotes, 'event'>;
  readonly archive: Pick<Retrieval, 'takeEvent' | 'takeSession'>;
};

type Row = {
  readonly at: number;
  readonly receivedAt: number;
  readonly origin: number;
  readonly conversion: ConversionCode;
  readonly session: number | null;
  readonly stitched: number;
};
/** A report by its place among those of its order. */
type Place = Mark & { readonly rank: number };
/** An order that has more than one report, or a doubtful one, with what was its sale before. */
type Contest = {
  readonly order: OrderKey;
  readonly former: Place | undefined;
  /** Those that may have to become repeats. */
  readonly reports: EventId[];
};

const SERVER = originCode('server');
const keyOf = ({ project, type, orderId }: OrderKey) => [project, type, orderId] as const;

const ROW = `
  SELECT at, received_at AS receivedAt, origin, conversion, session, stitched FROM events WHERE ${IS_EVENT_BY_PLACE}`;

/**
 * Which of the events that report the same order is the sale: the earliest that a server key reports, else the
 * earliest of a person's browser, whatever order they came in and whenever a session was found to be a bot's. What a
 * bot's browser reports is a repeat of nothing and counts nowhere. A backend's sale that names no session belongs to
 * that of the earliest person's browser which reports the order. A sale that was removed keeps its order: every
 * report of it is removed.
 */
export class OrderDeduplication {
  /** Whether this commit has brought anything that `applyPending` has to decide. */
  hasPending = false;
  readonly #sessions: Sessions;
  readonly #archive: Involved['archive'];
  readonly #notes: Involved['notes'];
  readonly #saleOf;
  readonly #visitOf;
  readonly #reportsOfPersons;
  readonly #isRemoved;
  readonly #add;
  readonly #setRank;
  readonly #selectRow;
  readonly #botOfSession;
  readonly #setConversion;
  readonly #move;
  #doubtful = new Map<string, OrderReport>();
  #contests = new Map<string, Contest>();

  constructor(db: Connection, { sessions, notes, archive }: Involved) {
    this.#sessions = sessions;
    this.#archive = archive;
    this.#notes = notes;
    this.#saleOf = db.prepare(SALE_OF_ORDER);
    this.#visitOf = db.prepare(VISIT_OF_ORDER);
    this.#isRemoved = db
      .prepare(`SELECT 1 FROM order_states WHERE ${IS_ORDER_BY_PLACE} AND removed = 1`)
      .pluck();
    this.#add = db.prepare(ADD_REPORT);
    this.#setRank = db.prepare(SET_RANK);
    this.#reportsOfPersons = db.prepare(REPORTS_OF_PERSONS);
    this.#selectRow = db.prepare(ROW);
    this.#botOfSession = db.prepare('SELECT bot FROM sessions WHERE id = ?').pluck();
    this.#setConversion = db.prepare(`UPDATE events SET conversion = ? WHERE ${IS_EVENT_BY_PLACE}`);
    this.#move = db.prepare(`UPDATE events SET session = ?, stitched = ? WHERE ${IS_EVENT_BY_PLACE}`);
  }

  /** What a conversion that is about to be stored is, unless `applyPending` finds another to be the sale. */
  enter({ project, type, event, claimedAt }: Arriving): ConversionCode {
    const orderId = orderOf(event);
    if (orderId === null) return CONVERSION.counted;
    const order = { project, type, orderId };
    const key = keyOf(order);
    const former = this.#saleOf.get(...key) as Place | undefined;
    // An order that was removed has its reports still.
    if (former !== undefined && this.#isRemoved.get(...key) !== undefined) return CONVERSION.removed;
    if (former !== undefined && isSame(former, event.id)) {
      this.#contest(order, () => former);
      return CONVERSION.counted;
    }
    const isServers = event.origin === 'server';
    const rank = isServers ? ORDER_RANK.server : ORDER_RANK.person;
    const at = claimedAt ?? claimOf(isServers, event);
    const { ms, suffix } = event.id;
    this.#add.run(...key, rank, at, ms, suffix);
    if (former === undefined) return CONVERSION.counted;
    const { reports } = this.#contest(order, () => former);
    // One that comes as a repeat is stored as such. Should its session be a bot's, it is reconsidered for that.
    if (!outranks({ rank, at, ms, suffix }, former)) return CONVERSION.repeated;
    reports.push(event.id);
    return CONVERSION.counted;
  }

  /** What a stored report is, once all of its commit are decided. */
  conversionOf(project: number, key: EventId): ConversionCode {
    return (this.#rowOf(project, key) as Row).conversion;
  }

  /** The session of a stored report is another, or a bot's. */
  reconsider(report: OrderReport): void {
    this.hasPending = true;
    this.#doubtful.set(`${report.project} ${report.ms} ${report.suffix}`, report);
  }

  /**
   * Once all events of a commit are stored and their sessions are written: choose the sales, and give backends' sales
   * their sessions. The orders that have another sale than before.
   */
  applyPending(): OrderKey[] {
    for (const report of this.#doubtful.values()) this.#rankAnew(report);
    const changed = [...this.#contests.values()]
      .filter((contest) => this.#decide(contest))
      .map(({ order }) => order);
    this.clear();
    return changed;
  }

  clear(): void {
    this.hasPending = false;
    this.#doubtful = new Map();
    this.#contests = new Map();
  }

  #contest({ project, type, orderId }: OrderKey, former: () => Place | undefined): Contest {
    const name = `${project} ${type} ${orderId}`;
    const known = this.#contests.get(name);
    if (known) return known;
    const opened = { order: { project, type, orderId }, former: former(), reports: [] };
    this.#contests.set(name, opened);
    this.hasPending = true;
    return opened;
  }

  /** Gives a report of a browser the rank that it has by its session. */
  #rankAnew({ project, type, orderId, ms, suffix }: OrderReport): void {
    const row = this.#rowOf(project, { ms, suffix });
    if (row === undefined || row.origin === SERVER || row.conversion === CONVERSION.removed) return;
    const order = { project, type, orderId };
    const { reports } = this.#contest(order, () => this.#saleOf.get(...keyOf(order)) as Place | undefined);
    const [rank, former] = this.#isBots(row)
      ? [ORDER_RANK.bot, ORDER_RANK.person]
      : [ORDER_RANK.person, ORDER_RANK.bot];
    // A report of an older store lies by when it happened.
    const at = claimOf(false, row);
    this.#setRank.run(rank, ...keyOf(order), former, at, row.at, ms, suffix);
    reports.push({ ms, suffix });
  }

  /** Chooses the sale; true where it is another than before. */
  #decide({ order, former, reports }: Contest): boolean {
    const sale = this.#saleOf.get(...keyOf(order)) as Place | undefined;
    if (sale === undefined) return false;
    for (const report of former === undefined ? reports : [former, ...reports]) {
      if (!isSame(report, sale)) this.#demote(order, report);
    }
    this.#promote(order, sale);
    return former === undefined || !isSame(former, sale);
  }

  /** One that is not the sale: a repeat, except for a bot's. */
  #demote({ project }: OrderKey, { ms, suffix }: EventId): void {
    const row = this.#rowOf(project, { ms, suffix });
    if (row === undefined) return;
    const { conversion, session, stitched } = row;
    const wanted = this.#isBots(row) ? CONVERSION.counted : CONVERSION.repeated;
    if (conversion === CONVERSION.removed || conversion === wanted) return;
    if (session !== null) this.#sessions.addConversions(session, wanted === CONVERSION.counted ? 1 : -1);
    this.#setConversion.run(wanted, project, ms, suffix);
    this.#notes.event(project, { ms, suffix });
    if (stitched === SESSION_BY.order) this.#move.run(null, SESSION_BY.client, project, ms, suffix);
  }

  #promote(order: OrderKey, { rank, ms, suffix }: Place): void {
    const { project } = order;
    const row = this.#rowOf(project, { ms, suffix });
    if (row === undefined) return;
    const { conversion, session, stitched } = row;
    if (conversion === CONVERSION.removed) return;
    if (conversion !== CONVERSION.counted) {
      if (session !== null) this.#sessions.addConversions(session, 1);
      this.#setConversion.run(CONVERSION.counted, project, ms, suffix);
      this.#notes.event(project, { ms, suffix });
    }
    // A backend's sale borrows the session of the visit, unless it names one itself.
    if (rank !== ORDER_RANK.server || (session !== null && stitched !== SESSION_BY.order)) return;
    const visit = this.#visitFor(order);
    if (visit === session) return;
    if (session !== null) this.#sessions.addConversions(session, -1);
    if (visit !== null) this.#sessions.addConversions(visit, 1);
    this.#move.run(visit, visit === null ? SESSION_BY.client : SESSION_BY.order, project, ms, suffix);
    this.#notes.event(project, { ms, suffix });
  }

  /** The session of the visit that a backend's sale is credited to. */
  #visitFor(order: OrderKey): number | null {
    for (const key of this.#reportsOfPersons.all(...keyOf(order)) as EventId[])
      this.#archive.takeEvent(order.project, key);
    return (this.#visitOf.get(...keyOf(order)) as { session: number } | undefined)?.session ?? null;
  }

  #rowOf(project: number, key: EventId): Row | undefined {
    const find = () => this.#selectRow.get(project, key.ms, key.suffix) as Row | undefined;
    return find() ?? (this.#archive.takeEvent(project, key) ? find() : undefined);
  }

  #botOf(session: number): BotCode {
    const find = () => this.#botOfSession.get(session) as BotCode | undefined;
    return find() ?? (this.#archive.takeSession(session) ? find() : undefined) ?? BOT.none;
  }

  /** True for a browser's report whose session is a bot's. */
  #isBots({ origin, session }: Row): boolean {
    return origin !== SERVER && session !== null && this.#botOf(session) !== BOT.none;
  }
}

/** The order that an event reports. One that reports leave out is no sale, and must not hide the sale of that order. */
export function orderOf({ conversion, exclusion, bot }: EventRecord): string | null {
  return exclusion === null && bot === null ? (conversion?.orderId ?? null) : null;
}

/**
 * When an event lays claim to an order. Anybody can send a browser's event with any time: one that is older than what
 * a browser would still send counts from the moment after its receipt, and so does not displace what was there.
 */
export function claimOf(
  isServers: boolean,
  { at, receivedAt }: Pick<EventRecord, 'at' | 'receivedAt'>,
): number {
  if (isServers) return at;
  return at < receivedAt - BROWSER_CLAIM_MS ? receivedAt + 1 : Math.min(at, receivedAt);
}

const outranks = (one: Place, other: Place) =>
  one.rank === other.rank ? isBefore(one, other) : one.rank < other.rank;

const isSame = (one: EventId, other: EventId) => one.ms === other.ms && one.suffix === other.suffix;
