import type { EventId } from '@cvq/contract';
import { formatEventId } from '@cvq/contract/event-id';
import type { ErasureCounts } from '../../erasures.ts';
import { NO_AD_DELIVERIES } from './ad-delivery-erasure.ts';
import type { ErasedEvent } from './event-erasure.ts';
import type { ErasedMessage } from './message-erasure.ts';
import type { Whom } from './person-search.ts';

/** What an erasure has met: each event once, however often it is met. */
export class ErasureTally {
  /** By session how many of its events are the person's. */
  readonly sessions = new Map<number, number>();
  readonly #events = new Set<string>();
  readonly #sums = { conversions: 0, values: 0, userData: 0, deliveries: 0, ...NO_AD_DELIVERIES };

  /** False for an event that was met before, or is stored no more. */
  add(event: ErasedEvent | null): boolean {
    if (event === null || this.has(event.id)) return false;
    const { id, session, isPartOfSession, isConversion, hasUserData, named, adDeliveries } = event;
    this.#events.add(formatEventId(id));
    if (session !== null) this.addSession(session, isPartOfSession ? 1 : 0);
    this.#sums.conversions += isConversion ? 1 : 0;
    this.#sums.userData += hasUserData ? 1 : 0;
    this.#sums.values += named;
    this.#sums.adDeliveries += adDeliveries.adDeliveries;
    this.#sums.adDeliveriesTaken += adDeliveries.adDeliveriesTaken;
    this.#sums.adDeliveriesMaybeTaken += adDeliveries.adDeliveriesMaybeTaken;
    return true;
  }

  addSession(session: number, events = 0): void {
    this.sessions.set(session, (this.sessions.get(session) ?? 0) + events);
  }

  addMessage({ deliveries }: ErasedMessage): void {
    this.#sums.deliveries += deliveries;
  }

  get events(): number {
    return this.#events.size;
  }

  readonly has = (id: EventId): boolean => this.hasName(formatEventId(id));

  /** As `has`, of an event by the name that messages have. */
  readonly hasName = (name: string): boolean => this.#events.has(name);

  counts({ userCount, visitors }: Whom): ErasureCounts {
    return {
      users: userCount,
      visitors: visitors.length,
      events: this.events,
      sessions: this.sessions.size,
      ...this.#sums,
    };
  }
}
