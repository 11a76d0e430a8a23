import type { WebhookBody } from '@cvq/contract';
import { formatEventId } from '@cvq/contract/event-id';
import type { Subscription, Subscriptions } from '../../delivery-store.ts';
import type { EventRecord } from '../../event-record.ts';
import type { AppendOutcome } from '../../event-store.ts';
import type { Connection } from '../open-database.ts';
import { CONVERSION, type ConversionCode } from '../order-book.ts';
import { BOT, type BotCode, botCode } from '../row-codes.ts';
import { createAttributionFinder } from './attribution.ts';
import { createNextId } from './next-id.ts';

/** Puts the deliveries that new events owe into the outbox, inside the transaction that stores the events. */
export type Outbox = (
  events: readonly EventRecord[],
  outcomes: readonly AppendOutcome[],
  subscriptions: Subscriptions,
) => void;

/** An outbox of one connection. To be called when events and sessions are written: attribution reads them. */
export function createOutbox(db: Connection): Outbox {
  const insertMessage = db.prepare(
    'INSERT INTO webhook_messages (project, event, type, body, is_test, created_at) VALUES (?, ?, ?, ?, 0, ?)',
  );
  const insertDelivery = db.prepare(
    'INSERT INTO webhook_deliveries (id, message, endpoint, due_at, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const attributionOf = createAttributionFinder(db);
  const nextId = createNextId(db);

  function enqueue(event: EventRecord, subscriptions: readonly Subscription[]): void {
    if (!subscriptions.some((subscription) => mayWant(subscription, event))) return;
    const { conversion, bot, attribution } = attributionOf(event);
    const owed = subscriptions.filter(({ events }) => wants(events, event.type, conversion));
    if (conversion === CONVERSION.repeated || !isCounted(event, bot) || owed.length === 0) return;
    const body = Buffer.from(JSON.stringify(bodyOf(event, attribution)));
    const { project, type, receivedAt } = event;
    const message = insertMessage.run(project, formatEventId(event.id), type, body, receivedAt);
    for (const { endpoint } of owed)
      insertDelivery.run(nextId(receivedAt), message.lastInsertRowid, endpoint, receivedAt, receivedAt);
  }

  return (events, outcomes, subscriptions) => {
    for (const [index, event] of events.entries()) {
      const ofProject = subscriptions.get(event.project);
      if (ofProject === undefined || outcomes[index]?.status !== 'stored') continue;
      if (isCounted(event, botCode(event.bot))) enqueue(event, ofProject);
    }
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

function wants(events: Subscription['events'], type: string, conversion: ConversionCode): boolean {
  if (conversion !== CONVERSION.none && events.includes('conversion.*')) return true;
  return events.some((wanted) => wanted === '*' || wanted === type);
}

function bodyOf(event: EventRecord, attribution: WebhookBody['data']['attribution']): WebhookBody {
  return {
    id: formatEventId(event.id),
    type: event.type,
    timestamp: new Date(event.at).toISOString(),
    project_id: event.project,
    data: {
      session_id: event.sessionId,
      user_id: event.userId,
      page_url: event.page === null ? null : event.page.url + event.page.suffix,
      properties: event.properties,
      attribution,
    },
  };
}
