import { CONVERSION_REMOVED } from '@cvq/contract/constants';
import type { Subscription, Subscriptions } from '../../delivery-store.ts';
import type { EventRecord } from '../../event-record.ts';
import type { AppendOutcome } from '../../event-store.ts';
import { createCreditFinder } from '../credit.ts';
import type { WithdrawnSale } from '../late-verdicts.ts';
import type { Connection } from '../open-database.ts';
import { CONVERSION, type ConversionCode } from '../order-book.ts';
import { createConversionReader } from '../reports/stored-conversions.ts';
import { BOT, type BotCode, botCode } from '../row-codes.ts';
import { bodyOf } from './body.ts';
import { createPutMessage } from './put-message.ts';

/** Puts what endpoints are owed into the outbox, inside the transaction that gives the reason for it. */
export type Outbox = {
  /** New events. To be called when events and sessions are written: attribution reads them. */
  announce(
    events: readonly EventRecord[],
    outcomes: readonly AppendOutcome[],
    subscriptions: Subscriptions,
  ): void;
  /** A sale that counts no more. To be called while it can still be read. */
  withdraw(sale: WithdrawnSale, subscriptions: Subscriptions): void;
};

export function createOutbox(db: Connection): Outbox {
  const put = createPutMessage(db);
  const creditOf = createCreditFinder(db);
  const readConversion = createConversionReader(db);
  const isAnnounced = db
    .prepare('SELECT announced FROM orders WHERE project = ? AND type = ? AND order_id = ?')
    .pluck();
  const setAnnounced = db.prepare(
    'UPDATE orders SET announced = 1 WHERE project = ? AND type = ? AND order_id = ?',
  );

  function announce(event: EventRecord, subscriptions: readonly Subscription[]): void {
    if (!subscriptions.some((subscription) => mayWant(subscription, event))) return;
    const credited = creditOf(event.project, event.id);
    if (credited === null || !isCounted(event, credited.bot)) return;
    const { conversion, attribution, orderId } = credited;
    if (conversion === CONVERSION.repeated || conversion === CONVERSION.removed) return;
    const owed = subscriptions.filter(({ events }) => wants(events, event.type, conversion));
    if (owed.length === 0) return;
    if (orderId !== null) {
      const order = [credited.project, credited.type, orderId] as const;
      // Another report of the order was announced before this one took its place.
      if (isAnnounced.get(...order) === 1) return;
      setAnnounced.run(...order);
    }
    put(bodyOf(event, attribution), owed, event.receivedAt);
  }

  return {
    announce(events, outcomes, subscriptions) {
      for (const [index, event] of events.entries()) {
        const ofProject = subscriptions.get(event.project);
        if (ofProject === undefined || outcomes[index]?.status !== 'stored') continue;
        if (isCounted(event, botCode(event.bot))) announce(event, ofProject);
      }
    },
    withdraw({ project, id, at }, subscriptions) {
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
