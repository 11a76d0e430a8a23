import type { EventId } from '@cvq/contract';
import type { CheckReport } from './check-report.ts';
import type { Bot, EventRecord } from './event-record.ts';
import type { Freshness } from './freshness.ts';
import type { UserDataStore } from './user-data-store.ts';

/**
 * What became of a conversion. Reports count what is `counted`: `repeated` is another report of an order that has a sale,
 * `excluded` is what reports leave out by itself, and `bot` what a bot did, as far as is known now.
 */
export type ConversionState = 'counted' | 'repeated' | 'removed' | 'excluded' | 'bot';

/** A stored event, with what other events and people have made of it. */
export type StoredEvent = {
  readonly event: EventRecord;
  /** As of a conversion. */
  readonly bot: Bot | null;
  /** Null for what is no conversion. */
  readonly conversion: ConversionState | null;
};

/**
 * The session that an event was put into, and by what: its client named it, its visitor and time, or another report of
 * its order.
 */
export type FoundSession = {
  /** As its client named it; one that no client named has the id of its first event. */
  readonly id: string | EventId;
  readonly by: 'client' | 'visitor' | 'order';
};

/** Of a conversion with an order, its place among the reports of that. */
export type OrderPlace = {
  /** Whose report it is; null for one that came after its order was removed. */
  readonly rank: 'server' | 'person' | 'bot' | null;
  /** Since when it claims the order; null without a rank. Epoch milliseconds. */
  readonly claimedAt: number | null;
  /** The order was removed with all its reports, those to come among them. */
  readonly isRemoved: boolean;
};

/** A stored event with all that another store has to be told of it, to give the same answers. */
export type KeptEvent = StoredEvent & {
  readonly session: FoundSession | null;
  /** Null for an event that reports no order. */
  readonly order: OrderPlace | null;
};

/** A page of stored events, oldest first. `next` continues after its last event; null at the end. */
export type EventPage = { readonly events: readonly KeptEvent[]; readonly next: EventCursor | null };
export type EventCursor = { readonly ms: number; readonly suffix: string };

/**
 * Keeps the events that a ledger let in, and gives them back as they came. Its engine fills it: in the transaction of the
 * ledger, or from the queue that this one leaves.
 */
export interface EventLog {
  /** How soon an event that the ledger has answered for is read here. */
  readonly freshness: Freshness;

  /** Stored events in the order of their ids, as they were appended: at most `limit`, fewer where they are large. */
  events(project: string, after: EventCursor | null, limit: number): Promise<EventPage>;

  readonly userData: UserDataStore;

  check(): Promise<CheckReport>;
  close(): Promise<void>;
}
