import type { ForwardedClick, SaidInVisit } from '../../ad-delivery-store.ts';
import { creditWindow, isCreditable } from '../../attribution/credit-rule.ts';
import type { EventRecord } from '../../event-record.ts';
import { storedRowsOf } from '../archive/stored-rows.ts';
import type { CreditedEvent } from '../credit.ts';
import type { Connection } from '../open-database.ts';
import { type FoundVisit, visitsOfPersonIn } from '../visits-of-person.ts';
import { answersOfVisitIn } from './answers-of-visit.ts';
import { KnownClicks } from './known-clicks.ts';
import { saidInVisitIn } from './said-in-visit.ts';

/** Visits that are looked at, the latest first: nobody comes by as many ads in 90 days. */
const MOST_VISITS = 1000;

type Sale = { readonly at: number; readonly credited: CreditedEvent };

/**
 * Finds the clicks that led to a conversion: those that events of its visit tell of, and those of its person's visits, by the
 * rule of attribution. To be used within a transaction.
 */
export function clicksOfConversionIn(
  db: Connection,
): (told: readonly EventRecord[], sale: Sale) => ForwardedClick[] {
  const rows = storedRowsOf(db);
  const visits = visitsOfPersonIn(db);
  const answersOf = answersOfVisitIn(db);
  const saidInVisit = saidInVisitIn(db);

  function saidIn({ session, at: from, lastAt: to, client }: FoundVisit, project: number): SaidInVisit {
    return saidInVisit(client, answersOf({ project, session, from, to }));
  }

  return (told, { at, credited: { session, person, project } }) => {
    const window = creditWindow(at);
    const clicks = new KnownClicks(window);
    for (const event of told) clicks.addEvent(event);
    const own = session === null ? undefined : rows.session(session);
    // Whoever else uses the device: it is the visit that the conversion is part of.
    if (typeof own?.click_ids === 'string') clicks.addAll(JSON.parse(own.click_ids), own.first_at as number);
    let looked = 0;
    for (const visit of person === null ? [] : visits.of(person, window)) {
      // What was said in its own visit is what the conversion is told with.
      if (visit.clickIds !== null && isCreditable(visit) && visit.session !== session)
        clicks.addAll(JSON.parse(visit.clickIds), visit.at, saidIn(visit, project));
      looked += 1;
      if (looked === MOST_VISITS) break;
    }
    return clicks.latest();
  };
}
