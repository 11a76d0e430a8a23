import type { AdDeliveryKey, ForwardedConversion, Standing } from '../../ad-delivery-store.ts';
import type { EventRecord } from '../../event-record.ts';
import { type CreditedEvent, createCreditFinder } from '../credit.ts';
import { inOneMoment } from '../in-one-moment.ts';
import type { Connection } from '../open-database.ts';
import { storedEvent } from '../reports/stored/stored-events.ts';
import { BOT, CONVERSION } from '../row-codes.ts';
import { answersOfConversionIn } from './answers-of-conversion.ts';
import { type Answer, consentOfConversion } from './answers-of-visit.ts';
import { clicksOfConversionIn } from './clicks-of-conversion.ts';
import { eventsOfVisitIn } from './events-of-visit.ts';
import { userDataOfConversionIn } from './user-data-of-conversion.ts';

type Read = (key: Pick<AdDeliveryKey, 'project' | 'event'>, now: number) => ForwardedConversion | null;

/** Reads conversions with everything that an ad platform may be told of them. */
export function forwardedConversionReader(db: Connection): Read {
  const creditOf = createCreditFinder(db);
  const eventsOfVisit = eventsOfVisitIn(db);
  const clicksOf = clicksOfConversionIn(db);
  const answersOf = answersOfConversionIn(db);
  const userDataOf = userDataOfConversionIn(db);
  const textOf = db.prepare('SELECT value FROM strings WHERE id = ?').pluck();

  const userOf = ({ person }: CreditedEvent) =>
    person !== null && 'user' in person ? (textOf.get(person.user) as string) : null;

  return inOneMoment(db, ({ project, event: id }, now) => {
    const stored = storedEvent(db, project, id);
    const credited = stored?.conversion == null ? null : creditOf(project, id);
    if (stored === null || credited === null) return null;
    const { event } = stored;
    const { report, events } = eventsOfVisit(event, credited);
    // What it says itself goes first.
    const told = [event, ...events];
    const answers = [...told.map(answerOf), ...answersOf(credited, { at: event.at, now })];
    return {
      project,
      event: id,
      type: event.type,
      at: event.at,
      receivedAt: event.receivedAt,
      origin: event.origin,
      standing: standingOf(event, credited),
      orderId: event.conversion?.orderId ?? null,
      amount: event.conversion?.amount ?? null,
      properties: event.properties,
      consent: consentOfConversion(answerOf(event), answers),
      gpc: answers.some(({ gpc }) => gpc),
      clicks: clicksOf(told, { at: event.at, credited }),
      userId: event.userId ?? userOf(credited),
      visitorId: firstOf(told, visitorIdOf),
      pageUrl: firstOf(told, ({ page }) => page && page.url + page.suffix),
      userAgent: firstOf(told, ({ client }) => client.userAgent),
      country: firstOf(told, ({ client }) => client.country),
      userData: [...userDataOf({ id, report, credited }, now)],
    };
  });
}

function answerOf({ at, facts: { consent, gpc } }: EventRecord): Answer {
  return { at, consent, gpc };
}

function firstOf<Item, Value>(items: readonly Item[], read: (item: Item) => Value | null): Value | null {
  for (const item of items) {
    const value = read(item);
    if (value !== null) return value;
  }
  return null;
}

/** What a backend knows a user by is no visitor, nor is a hash of the day: that is made of address and user agent. */
function visitorIdOf({ visitor }: EventRecord): string | null {
  return visitor?.source === 'sdk' ? visitor.id : null;
}

function standingOf({ exclusion }: EventRecord, { conversion, bot }: CreditedEvent): Standing {
  if (conversion === CONVERSION.removed) return 'removed';
  if (exclusion === 'no_javascript' || (exclusion === null && bot !== BOT.none)) return 'bot';
  if (exclusion !== null) return exclusion === 'local_page' ? exclusion : 'foreign_host';
  return conversion === CONVERSION.repeated ? 'repeated' : 'counted';
}
