import type { EventId } from '@cvq/contract';
import type { Forwarding } from './ad-delivery-store.ts';
import type { Subscriptions } from './delivery-store.ts';
import type { KeptEvent } from './event-log.ts';
import type { EventRecord } from './event-record.ts';

/**
 * What became of an event. A duplicate's id is that of the event which was stored; a conflict is an idempotency
 * key that was used for another request before.
 */
export type AppendOutcome = {
  readonly status: 'stored' | 'duplicate' | 'conflict';
  readonly id: EventId;
  /** Of a stored conversion that counts nowhere for its order: another event is the sale, or the order was removed. */
  readonly order?: 'repeated' | 'removed';
};

/** What a ledger has to know of an event that another store has kept. What else is told of it follows from all events. */
export type ImportedEvent = Pick<KeptEvent, 'event' | 'conversion' | 'order'>;

/** What became of events that were imported, in their order. */
export type ImportOutcome = {
  readonly outcomes: readonly AppendOutcome[];
  /** Whether others have stored anything since the import before this one: they may be waiting for their turn. */
  readonly isShared: boolean;
};

/** What became of a wish to remove a conversion. `sale` is the one that counted for its order. */
export type Removal =
  | { readonly status: 'removed' | 'removed_before'; readonly sale: EventId; readonly orderId: string | null }
  | { readonly status: 'unknown' }
  | { readonly status: 'no_conversion' };

/** What new events are to be delivered to. */
export type Owed = { readonly subscriptions?: Subscriptions; readonly forwarding?: Forwarding };

/** What a ledger promises. What builds on one asks for no more than this. */
export type LedgerCapabilities = {
  /** What an answered event survives: the loss of power, or the end of the process only. */
  readonly durability: 'power_loss' | 'process_end';
  /** Whether a repeated event, request or order is found out before the answer, or removed some time after it. */
  readonly duplicates: 'at_once' | 'eventual';
};

/** Decides what is new. Each event goes through it once, and what it lets in is kept by the event log of its engine. */
export interface IngestLedger {
  readonly capabilities: LedgerCapabilities;

  /**
   * Store events, all or none. Once this resolves they are durable: they survive the loss of power.
   * An id that the project holds already is a duplicate and changes nothing, however often it comes.
   * The deliveries that new events owe are stored with them: those of webhooks, and those of conversions to ad platforms.
   * `onWritten` is called when all is written and only the commit is left, which waits for the disk: so the two can be
   * measured apart.
   */
  append(events: readonly EventRecord[], owed?: Owed, onWritten?: () => void): Promise<AppendOutcome[]>;

  /**
   * Store events that another store has kept, all or none, as they were there: with their ids, the classifications of
   * them and the removals of conversions. No webhook and no ad platform is told of them or of their orders, and
   * sessions follow from them as from any that come late. An id that the project holds is a duplicate and changes
   * nothing. Another process may be appending meanwhile.
   */
  import(events: readonly ImportedEvent[]): Promise<ImportOutcome>;

  /**
   * Take a conversion out of every answer, with all that report the same order, for good: later reports of the order
   * are removed with it. What is still owed of it is cancelled, with what is kept of attempts of it, and endpoints that
   * ask for removals are owed one, in the same commit, which is durable once this resolves. Another process may be
   * appending meanwhile.
   */
  removeConversion(
    project: string,
    id: EventId,
    removal: { readonly now: number; readonly subscriptions?: Subscriptions },
  ): Promise<Removal>;

  /** Those of the ids that the project holds, whatever a report makes of them. */
  stored(project: string, ids: readonly EventId[]): Promise<EventId[]>;

  /** Commit as much as many events at once take, and take it back, to learn whether the store can keep events now. */
  probe(): Promise<void>;

  /** Forget what is past its time at `now`: idempotency keys after a day, user data after ninety. */
  purge(now: number): Promise<void>;

  close(): Promise<void>;
}
