import type { EventId } from '@cvq/contract';
import { CONVERSION_REMOVED } from '@cvq/contract/constants';
import type { Subscription, Subscriptions } from '../../delivery-store.ts';
import type { EventRecord } from '../../event-record.ts';
import { createCreditFinder } from '../credit.ts';
import type { WithdrawnSale } from '../ingest/late-classifications.ts';
import { type OrderKey, SALE_OF_ORDER } from '../ingest/order-deduplication.ts';
import { createOrderStates } from '../ingest/order-states.ts';
import type { Connection } from '../open-database.ts';
import { createConversionReader } from '../reports/stored-conversions.ts';
import { storedEvent } from '../reports/stored-events.ts';
import { BOT, type BotCode, botCode, CONVERSION, type ConversionCode } from '../row-codes.ts';
import { bodyOf } from './body.ts';
import { createPutMessage } from './put-message.ts';

/** Puts what endpoints are owed into the outbox, inside the transaction that gives the reason for it. */
export type Outbox = {
  /** New events. To be called when events and sessions are written: attribution reads them. */
  announce(stored: readonly EventRecord[], subscriptions: Subscriptions): void;
  /** Orders that have another sale: it is announced where nobody was told of another one that still counts. */
  announceSales(orders: readonly OrderKey[], subscriptions: Subscriptions, now: number): void;
  /** A sale that counts no more. To be called while it can still be read. */
  withdraw(sale: WithdrawnSale, subscriptions: Subscriptions, now: number): void;
};

export function createOutbox(db: Connection): Outbox {
  const put = createPutMessage(db);
  const creditOf = createCreditFinder(db);
  const readConversion = createConversionReader(db);
  const orderStates = createOrderStates(db);
  const saleOf = db.prepare(SALE_OF_ORDER);
  const keyOf = db.prepare('SELECT key FROM projects WHERE id = ?').pluck();

  function announce(event: EventRecord, subscriptions: readonly Subscription[], now: number): void {
    if (!subscriptions.some((subscription) => mayWant(subscription, event))) return;
    const credited = creditOf(event.project, event.id);
    if (credited === null || !isCounted(event, credited.bot)) return;
    const { conversion, attribution, orderId } = credited;
    if (conversion === CONVERSION.repeated || conversion === CONVERSION.removed) return;
    const owed = subscriptions.filter(({ events }) => wants(events, event.type, conversion));
    if (orderId === null) {
      put(bodyOf(event, attribution), owed, now);
      return;
    }
    const order = { project: credited.project, type: credited.type, orderId };
    const message = put(bodyOf(event, attribution), yetUntold(order, owed), now);
    if (message !== null) orderStates.announce(order, { ...event.id, message });
  }

  /**
   * An order is announced once, whichever report becomes the sale. Where the announced one was found to be a bot's, it
   * is announced anew to those who were told so, and to those who had not had it.
   */
  function yetUntold(order: OrderKey, owed: readonly Subscription[]): readonly Subscription[] {
    const { announced, message, isWithdrawn } = orderStates.of(order);
    if (announced === null) return owed;
    if (!isWithdrawn) return [];
    return owed.filter(
      ({ endpoint, events }) =>
        events.includes(CONVERSION_REMOVED) || orderStates.hasMissed(message, endpoint),
    );
  }

  return {
    announce(stored, subscriptions) {
      for (const event of stored) {
        const ofProject = subscriptions.get(event.project);
        if (ofProject && isCounted(event, botCode(event.bot))) announce(event, ofProject, event.receivedAt);
      }
    },
    announceSales(orders, subscriptions, now) {
      for (const order of orders) {
        const project = keyOf.get(order.project) as string;
        const ofProject = subscriptions.get(project);
        const sale =
          ofProject && (saleOf.get(order.project, order.type, order.orderId) as EventId | undefined);
        const found = sale && storedEvent(db, project, sale);
        if (ofProject && found) announce(found.event, ofProject, now);
      }
    },
    withdraw({ project, id }, subscriptions, at) {
      const owed = (subscriptions.get(project) ?? []).filter(({ events }) =>
        events.includes(CONVERSION_REMOVED),
      );
      const found = owed.length === 0 ? null : readConversion(project, id);
      if (found === null) return;
      const { event, visit, attribution } = found;
      const sessionId = event.sessionId ?? visit?.sessionId ?? null;
      const userId = event.userId ?? visit?.userId ?? null;
      put(bodyOf({ ...event, at, type: CONVERSION_REMOVED, sessionId, userId }, attribution), owed, at);
    },
  };
}

/**
 * What no report counts, no webhook tells of: bots, foreign hosts, updates of a user. Bots that a site wants in its
 * reports are counted, and convert nothing all the same.
 */
function isCounted({ exclusion, conversion }: EventRecord, bot: BotCode): boolean {
  if (exclusion !== null || bot === BOT.filtered) return false;
  return bot === BOT.none || conversion === null;
}

function mayWant({ events }: Subscription, { type, conversion }: EventRecord): boolean {
  return wants(events, type, conversion === null ? CONVERSION.none : CONVERSION.counted);
}

/** An event can only be tracked under another type than that of a removal: nobody can make one up. */
function wants(events: Subscription['events'], type: string, conversion: ConversionCode): boolean {
  if (type === CONVERSION_REMOVED) return false;
  if (conversion !== CONVERSION.none && events.includes('conversion.*')) return true;
  return events.some((wanted) => wanted === '*' || wanted === type);
}
