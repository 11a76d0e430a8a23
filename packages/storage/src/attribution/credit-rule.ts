import { ATTRIBUTION_WINDOW_MS } from '@cvq/contract/constants';

/** What decides the credit of a conversion. `Person` is whatever the caller knows a visitor by. */
export type SaleFacts<Person> = {
  readonly at: number;
  readonly fromServer: boolean;
  /** It came with a click id, a campaign or an outside referrer of its own. */
  readonly isTouch: boolean;
  readonly visitor: Person | null;
  /** The session that it is part of; one that only servers have named has not started. */
  readonly session: { readonly visitor: Person | null; readonly hasStarted: boolean } | null;
  /** The visitors that a browser has identified as the user that the event names. */
  linkedVisitors(): readonly Person[];
};

/** A session that may be credited. */
export type Visit = { readonly startedAt: number; readonly isTouch: boolean; readonly isBots: boolean };

/** When a visit must have begun to be credited, both ends included. */
export type CreditWindow = { readonly from: number; readonly to: number };

/** Where the rule looks visits up. */
export type Visits<Person, Found extends Visit> = {
  /** The visits of a person, the latest first, those of one instant in any order. Only those of the window count. */
  of(person: Person, window: CreditWindow): Iterable<Found>;
  /** By when they began, those of one instant by the ids of their first events. */
  isLater(one: Found, other: Found): boolean;
};

/**
 * What a conversion is credited to: the visit whose touch it is, how its own session began, or its own touch. The
 * model is the last touch that is not direct, within 90 days. Reports, the list of conversions and webhooks all ask
 * here, whenever they are asked, so that the answer cannot depend on the order of arrival.
 */
export function creditOf<Person, Found extends Visit>(
  sale: SaleFacts<Person>,
  visits: Visits<Person, Found>,
): Found | 'session' | 'event' {
  if (bringsOwnTouch(sale)) return 'event';
  const window = creditWindow(sale.at);
  let last: Found | null = null;
  for (const person of peopleOf(sale)) {
    for (const visit of visits.of(person, window)) {
      if (visit.startedAt < (last?.startedAt ?? window.from)) break;
      if (visit.startedAt > window.to || !isCreditable(visit)) continue;
      if (last === null || visits.isLater(visit, last)) last = visit;
    }
  }
  return last ?? (sale.session?.hasStarted ? 'session' : 'event');
}

/** A click id or campaign that a server sends is the platform's own word: it wins over all that a browser saw. */
export function bringsOwnTouch({ fromServer, isTouch }: SaleFacts<unknown>): boolean {
  return fromServer && isTouch;
}

/**
 * Whose visits count: those of the visitor of the session, else of the event. A server's conversion without a known
 * visitor of its session is its user's: of every visitor who was identified as that user.
 */
export function peopleOf<Person>(sale: SaleFacts<Person>): readonly Person[] {
  const { session, visitor, fromServer } = sale;
  if (session !== null && session.visitor !== null) return [session.visitor];
  const linked = fromServer ? sale.linkedVisitors() : [];
  return visitor === null ? linked : [visitor, ...linked];
}

export function creditWindow(saleAt: number): CreditWindow {
  return { from: saleAt - ATTRIBUTION_WINDOW_MS, to: saleAt };
}

/** What a bot came by is no touch of a person. */
export function isCreditable({ isTouch, isBots }: Visit): boolean {
  return isTouch && !isBots;
}

/** What a server sends is judged by itself, since a browser can make a session a bot's: it is part of people's only. */
export function isPartOfSession(fromServer: boolean, isBotsSession: boolean): boolean {
  return !(fromServer && isBotsSession);
}
