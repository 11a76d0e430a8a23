import type { EventId } from '@cvq/contract';
import { CONVERSION_REMOVED } from '@cvq/contract/constants';
import type { Subscription, Subscriptions } from '../../delivery-store.ts';
import type { EventRecord } from '../../event-record.ts';
import { createCreditFinder } from '../credit.ts';
import type { WithdrawnSale } from '../ingest/late-classifications.ts';
import { type OrderKey, SALE_OF_ORDER } from '../ingest/order-reports.ts';
import { createOrderStates, type OrderStates } from '../ingest/order-states.ts';
import type { Connection } from '../open-database.ts';
import { conversionReaderOf } from '../reports/stored/stored-conversions.ts';
import { storedEvent } from '../reports/stored/stored-events.ts';
import { BOT, type BotCode, botCode, CONVERSION, type ConversionCode } from '../row-codes.ts';
import { bodyOf } from './body.ts';
import { createPutMessage, type PutMessage } from './put-message.ts';

/** Puts deliveries into the outbox, inside the transaction that gives the reason for them. */
export class Outbox {
  readonly #db: Connection;
  readonly #put: PutMessage;
  readonly #creditOf: ReturnType<typeof createCreditFinder>;
  readonly #readConversion: ReturnType<typeof conversionReaderOf>;
  readonly #orderStates: OrderStates;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(db: Connection) {
    this.#db = db;
    this.#put = createPutMessage(db);
    this.#creditOf = createCreditFinder(db);
    this.#readConversion = conversionReaderOf(db);
    this.#orderStates = createOrderStates(db);
    this.#sql = prepare(db);
  }

  /** New events. To be called when events and sessions are written: attribution reads them. */
  announce(stored: readonly EventRecord[], subscriptions: Subscriptions): void {
    for (const event of stored) {
      const ofProject = subscriptions.get(event.project);
      if (ofProject && isCounted(event, botCode(event.bot)))
        this.#announce(event, ofProject, event.receivedAt);
    }
  }

  /** Orders that have another sale: it is announced where no other one that still counts was announced. */
  announceSales(orders: readonly OrderKey[], subscriptions: Subscriptions, now: number): void {
    for (const order of orders) {
      const project = this.#sql.keyOf.get(order.project) as string;
      const ofProject = subscriptions.get(project);
      if (ofProject === undefined) continue;
      const sale = this.#sql.saleOf.get(order.project, order.type, order.orderId) as EventId | undefined;
      const found = sale && storedEvent(this.#db, project, sale);
      if (found) this.#announce(found.event, ofProject, now);
    }
  }

  /** A sale that counts no more. To be called while it can still be read. */
  withdraw({ project, id }: WithdrawnSale, subscriptions: Subscriptions, at: number): void {
    const wanting = (subscriptions.get(project) ?? []).filter(({ events }) =>
      events.includes(CONVERSION_REMOVED),
    );
    const found = wanting.length === 0 ? null : this.#readConversion(project, id);
    if (found === null) return;
    const { event, visit, userId, attribution } = found;
    const sessionId = event.sessionId ?? visit?.sessionId ?? null;
    const removal = { ...event, at, type: CONVERSION_REMOVED, sessionId, userId };
    this.#put(bodyOf(removal, attribution), wanting, at);
  }

  #announce(event: EventRecord, subscriptions: readonly Subscription[], now: number): void {
    if (!subscriptions.some((subscription) => mayWant(subscription, event))) return;
    const credited = this.#creditOf(event.project, event.id);
    if (credited === null || !isCounted(event, credited.bot)) return;
    const { conversion, attribution, orderId } = credited;
    if (conversion === CONVERSION.repeated || conversion === CONVERSION.removed) return;
    const wanting = subscriptions.filter(({ events }) => wants(events, event.type, conversion));
    if (orderId === null) {
      this.#put(bodyOf(event, attribution), wanting, now);
      return;
    }
    const order = { project: credited.project, type: credited.type, orderId };
    const message = this.#put(bodyOf(event, attribution), this.#notYetSent(order, wanting), now);
    if (message !== null) this.#orderStates.announce(order, { ...event.id, message });
  }

  /**
   * An order is announced once, whichever report becomes the sale. Where the announced one was found to be a bot's, it
   * is announced anew to endpoints that were sent the removal, and to those that never acknowledged the first.
   */
  #notYetSent(order: OrderKey, wanting: readonly Subscription[]): readonly Subscription[] {
    const { announced, message, isWithdrawn } = this.#orderStates.of(order);
    if (announced === null) return wanting;
    if (!isWithdrawn) return [];
    return wanting.filter(
      ({ endpoint, events }) =>
        events.includes(CONVERSION_REMOVED) || this.#orderStates.hasMissed(message, endpoint),
    );
  }
}

function prepare(db: Connection) {
  return {
    saleOf: db.prepare(SALE_OF_ORDER),
    keyOf: db.prepare('SELECT key FROM projects WHERE id = ?').pluck(),
  };
}

/**
 * What no report counts is announced to no endpoint: bots, foreign hosts, updates of a user. Bots that a site wants in its
 * reports are counted, and convert nothing all the same.
 */
function isCounted({ exclusion, conversion }: EventRecord, bot: BotCode): boolean {
  if (exclusion !== null || bot === BOT.filtered) return false;
  return bot === BOT.none || conversion === null;
}

function mayWant({ events }: Subscription, { type, conversion }: EventRecord): boolean {
  return wants(events, type, conversion === null ? CONVERSION.none : CONVERSION.counted);
}

/** An event can only be tracked under another type than that of a removal: none can be made up. */
function wants(events: Subscription['events'], type: string, conversion: ConversionCode): boolean {
  if (type === CONVERSION_REMOVED) return false;
  if (conversion !== CONVERSION.none && events.includes('conversion.*')) return true;
  return events.some((wanted) => wanted === '*' || wanted === type);
}
