import { ATTRIBUTION_WINDOW_MS } from '@cvq/contract/constants';

/** What decides the credit of a conversion. `Person` is whatever the caller knows a person by. */
export type SaleFacts<Person, Found extends Visit> = {
  readonly at: number;
  readonly fromServer: boolean;
  /** It came with a click id, a campaign or an outside referrer of its own. */
  readonly isTouch: boolean;
  /** Whose it is: the user that it names, else the one user behind its visitor, else the visitor; null for nobody known. */
  readonly person: Person | null;
  /** The session that it is part of, once that has started: one that only servers have named is none. */
  readonly session: Found | null;
};

/** A session that may be credited. */
export type Visit = { readonly startedAt: number; readonly isTouch: boolean; readonly isBots: boolean };

/** When a visit must have begun to be credited, both ends included. */
export type CreditWindow = { readonly from: number; readonly to: number };

/** Where the rule looks visits up. */
export type Visits<Person, Found extends Visit> = {
  /**
   * The visits of a person, the latest first, those of one instant in any order. Only those of the window count. A visit
   * is that of the user whom it names, else of the one user behind its visitor, else of the visitor.
   */
  of(person: Person, window: CreditWindow): Iterable<Found>;
  /** By when they began, those of one instant by the ids of their first events. */
  isLater(one: Found, other: Found): boolean;
};

/**
 * What a conversion is credited to: the visit whose touch it is, which may be its own session, or its own touch. The
 * model is the last touch of its person that is not direct, within 90 days; its own session is always among the visits,
 * whoever else used the device, and whenever it began. Reports, the list of conversions and webhooks all ask here,
 * whenever they are asked, so that the answer cannot depend on the order of arrival.
 */
export function creditOf<Person, Found extends Visit>(
  sale: SaleFacts<Person, Found>,
  visits: Visits<Person, Found>,
): Found | 'event' {
  if (bringsOwnTouch(sale)) return 'event';
  const { person, session } = sale;
  const window = creditWindow(sale.at);
  // It is judged by no window: a server's clock may be ahead of the browser's, and a visit may be named long after it began.
  let last = session !== null && isCreditable(session) ? session : null;
  // None that began before it can take its place, and to read an archived one takes longer than all else.
  const later = { from: Math.max(window.from, last?.startedAt ?? window.from), to: window.to };
  for (const visit of person === null ? [] : visits.of(person, later)) {
    if (visit.startedAt < (last?.startedAt ?? window.from)) break;
    if (!isWithin(visit, window) || !isCreditable(visit)) continue;
    if (last === null || visits.isLater(visit, last)) last = visit;
  }
  return last ?? session ?? 'event';
}

/** A click id or campaign that a server sends is the platform's own word: it wins over all that a browser saw. */
export function bringsOwnTouch({
  fromServer,
  isTouch,
}: Pick<SaleFacts<unknown, Visit>, 'fromServer' | 'isTouch'>): boolean {
  return fromServer && isTouch;
}

/** From when to when a visit can be credited with a sale. `saleAt`: epoch milliseconds. */
export function creditWindow(saleAt: number): CreditWindow {
  return { from: saleAt - ATTRIBUTION_WINDOW_MS, to: saleAt };
}

function isWithin({ startedAt }: Visit, { from, to }: CreditWindow): boolean {
  return startedAt >= from && startedAt <= to;
}

/** What a bot came by is no touch of a person. */
export function isCreditable({ isTouch, isBots }: Omit<Visit, 'startedAt'>): boolean {
  return isTouch && !isBots;
}

/** What a server sends is judged by itself, since a browser can make a session a bot's: it is part of people's only. */
export function isPartOfSession(fromServer: boolean, isBotsSession: boolean): boolean {
  return !(fromServer && isBotsSession);
}
