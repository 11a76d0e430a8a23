import type { EventId } from '@cvq/contract';
import { USER_DATA_MS } from '@cvq/contract/constants';
import type { AdDeliveryKey, ForwardedConversion, Standing } from '../../ad-delivery-store.ts';
import { creditWindow } from '../../attribution/credit-rule.ts';
import type { StoredEvent } from '../../event-log.ts';
import type { EventRecord } from '../../event-record.ts';
import type { StoredUserData } from '../../user-data-store.ts';
import { storedRowsOf } from '../archive/stored-rows.ts';
import { type CreditedEvent, createCreditFinder } from '../credit.ts';
import { inOneMoment } from '../in-one-moment.ts';
import type { Connection } from '../open-database.ts';
import { reportBehindIn } from '../report-behind.ts';
import { storedEvent } from '../reports/stored-events.ts';
import { BOT, CONVERSION } from '../row-codes.ts';
import type { SessionState } from '../session-table.ts';
import { visitsOfPersonIn } from '../visits-of-person.ts';
import { KnownClicks } from './known-clicks.ts';

type Read = (key: Pick<AdDeliveryKey, 'project' | 'event'>, now: number) => ForwardedConversion | null;

/** Visits that are looked at, the latest first: nobody comes by as many ads in 90 days. */
const MOST_VISITS = 1000;

const USER_DATA = `
  SELECT sealed, received_at + ${USER_DATA_MS} AS purgeAt FROM user_data
  WHERE project = ? AND ms = ? AND suffix = ? AND purgeAt > ?`;

/** Events of a session that its row names, the latest page first. */
const NAMED_EVENTS = [
  ['exit_ms', 'exit_suffix'],
  ['entry_ms', 'entry_suffix'],
  ['first_ms', 'first_suffix'],
] as const satisfies readonly (readonly [keyof SessionState, keyof SessionState])[];

/** Reads conversions with everything that an ad platform may be told of them. */
export function forwardedConversionReader(db: Connection): Read {
  const creditOf = createCreditFinder(db);
  const reportBehind = reportBehindIn(db);
  const rows = storedRowsOf(db);
  const visits = visitsOfPersonIn(db);
  const userData = db.prepare(USER_DATA);
  const text = db.prepare('SELECT value FROM strings WHERE id = ?').pluck();

  /** Other events that tell of the same visit: those of before the conversion first, the nearest in time of these. */
  function besides({ event, project }: { event: EventRecord; project: string }, credited: CreditedEvent) {
    const behind = reportBehind(credited);
    const isToldAll = event.origin !== 'server' && event.facts.consent !== null;
    const session = credited.session === null || isToldAll ? undefined : rows.session(credited.session);
    const named = NAMED_EVENTS.flatMap(([ms, suffix]): EventId[] => {
      const id = { ms: session?.[ms], suffix: session?.[suffix] };
      return id.ms == null || id.suffix == null ? [] : [id as EventId];
    });
    const found = [...(behind === null ? [] : [behind]), ...named].flatMap(
      (id) => storedEvent(db, project, id)?.event ?? [],
    );
    return { behind, events: nearestFirst(found, event.at) };
  }

  function clicksOf(told: readonly EventRecord[], { at, credited }: { at: number; credited: CreditedEvent }) {
    const window = creditWindow(at);
    const clicks = new KnownClicks(window);
    for (const event of told) clicks.addEvent(event);
    const own = credited.session === null ? undefined : rows.session(credited.session);
    if (typeof own?.click_ids === 'string' && own.bot === BOT.none)
      clicks.addAll(JSON.parse(own.click_ids), own.first_at as number);
    let looked = 0;
    for (const visit of credited.person === null ? [] : visits.of(credited.person, window)) {
      if (visit.clickIds !== null && !visit.isBots) clicks.addAll(JSON.parse(visit.clickIds), visit.at);
      looked += 1;
      if (looked === MOST_VISITS) break;
    }
    return clicks.latest();
  }

  return inOneMoment(db, ({ project, event: id }, now) => {
    const stored = storedEvent(db, project, id);
    const credited = stored?.conversion == null ? null : creditOf(project, id);
    if (stored === null || credited === null) return null;
    const { event } = stored;
    const { behind, events } = besides({ event, project }, credited);
    const told = [event, ...events];
    const user = credited.person !== null && 'user' in credited.person ? credited.person.user : null;
    const reports = behind === null ? [id] : [id, behind];
    const userDataOf = ({ ms, suffix }: EventId) =>
      userData.get(credited.project, ms, suffix, now) as StoredUserData | undefined;
    return {
      ...{ project, event: id, type: event.type, at: event.at, receivedAt: event.receivedAt },
      ...{ origin: event.origin, standing: standingOf(stored, credited) },
      ...{ orderId: event.conversion?.orderId ?? null, amount: event.conversion?.amount ?? null },
      properties: event.properties,
      consent: firstOf(told, ({ facts }) => facts.consent),
      gpc: told.some(({ facts }) => facts.gpc),
      clicks: clicksOf(told, { at: event.at, credited }),
      userId: event.userId ?? (user === null ? null : (text.get(user) as string)),
      visitorId: firstOf(told, visitorIdOf) ?? event.visitor?.id ?? null,
      pageUrl: firstOf(told, ({ page }) => page && page.url + page.suffix),
      userAgent: firstOf(told, ({ client }) => client.userAgent),
      country: firstOf(told, ({ client }) => client.country),
      userData: firstOf(reports, (report) => userDataOf(report) ?? null),
    };
  });
}

function firstOf<Item, Value>(items: readonly Item[], read: (item: Item) => Value | null): Value | null {
  for (const item of items) {
    const value = read(item);
    if (value !== null) return value;
  }
  return null;
}

function nearestFirst(events: readonly EventRecord[], to: number): EventRecord[] {
  return events.toSorted(
    (one, other) =>
      Number(one.at > to) - Number(other.at > to) || Math.abs(one.at - to) - Math.abs(other.at - to),
  );
}

/** What a backend knows a user by is no visitor. */
function visitorIdOf({ visitor }: EventRecord): string | null {
  return visitor === null || visitor.source === 'user' ? null : visitor.id;
}

function standingOf({ event }: StoredEvent, { conversion, bot }: CreditedEvent): Standing {
  if (conversion === CONVERSION.removed) return 'removed';
  if (event.exclusion === 'no_javascript' || (event.exclusion === null && bot !== BOT.none)) return 'bot';
  if (event.exclusion !== null) return 'foreign_host';
  return conversion === CONVERSION.repeated ? 'repeated' : 'counted';
}
