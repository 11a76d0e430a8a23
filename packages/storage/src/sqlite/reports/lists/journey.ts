import type { EventId } from '@cvq/contract';
import { DAY_MS, HOUR_MS } from '@cvq/contract/constants';
import { creditWindow } from '../../../attribution/credit-rule.ts';
import type { EventRecord, Touch } from '../../../event-record.ts';
import type { JourneyVisit, StoredJourney } from '../../../reports.ts';
import { storedRowsOf } from '../../archive/stored-rows.ts';
import { type CreditedEvent, createCreditFinder } from '../../credit.ts';
import { oncePerConnection } from '../../once-per-connection.ts';
import type { Connection } from '../../open-database.ts';
import { SESSION_BY } from '../../row-codes.ts';
import type { SessionState } from '../../session-table.ts';
import { everyVisitOfPersonIn, type FoundVisit, type VisitRow, visitOf } from '../../visits-of-person.ts';
import { readTouch, TOUCH_TEXTS } from '../../word-columns.ts';
import type { ReportContext } from '../report-run.ts';
import { conversionReaderOf } from '../stored/stored-conversions.ts';
import { storedEventsOfSession } from '../stored/stored-events.ts';

/** The latest visits are told of, and the first events of each: a person may have thousands. */
const MAX_VISITS = 50;
const MAX_EVENTS = 200;

/** `stitched`: who found it, whose name of it is no client's unless that is one. */
type SessionRow = { readonly key: string; readonly stitched: number; readonly events: number };

/** How whoever converted came to it: their visits of the 90 days before, the earliest first. */
export function journey({ db }: ReportContext, project: string, id: EventId): StoredJourney | null {
  const conversion = conversionReaderOf(db)(project, id);
  const reader = readerOf(db);
  const credited = reader.creditOf(project, id);
  if (conversion === null || credited === null) return null;
  const { at } = conversion.event;
  const found = reader.visitsBehind(credited, at);
  return {
    conversion,
    visits: found.slice(0, MAX_VISITS).reverse().map(toVisit),
    visitCount: found.length,
  };

  /** A server may report something after the last of the browser: only a visit that has more events is looked at again. */
  function eventsUpTo(until: number, { session, startedAt, lastAt }: FoundVisit): EventRecord[] {
    const find = (from: number, to: number) =>
      storedEventsOfSession(db, project, { project: credited?.project as number, session, from, to });
    if (session === credited?.session) return find(Math.min(startedAt, until), until);
    const { events: all } = reader.sessionOf(session);
    let found: EventRecord[] = [];
    for (const later of [0, HOUR_MS, DAY_MS]) {
      const to = Math.min(lastAt + later, until);
      found = find(startedAt, to);
      if (to === until || found.length >= all) break;
    }
    return found;
  }

  function toVisit(visit: FoundVisit): JourneyVisit {
    const { session, startedAt } = visit;
    const { key, stitched } = reader.sessionOf(session);
    const events = eventsUpTo(at, visit);
    return {
      startedAt,
      lastAt: Math.max(visit.lastAt, events.at(-1)?.at ?? 0),
      isOwn: session === credited?.session,
      id: stitched === SESSION_BY.client ? key : null,
      isCredited: session === credited?.creditedSession,
      touch: reader.touchOf(visit.touch),
      clickIds: visit.clickIds === null ? null : JSON.parse(visit.clickIds),
      events: events.slice(0, MAX_EVENTS),
      eventCount: events.length,
    };
  }
}

const readerOf = oncePerConnection((db: Connection) => {
  const rows = storedRowsOf(db);
  const visits = everyVisitOfPersonIn(db);
  const touchOf = db.prepare(`SELECT ${TOUCH_TEXTS} FROM touches WHERE id = ?`);

  function ownVisit(session: number): FoundVisit | null {
    const row = rows.session(session) as unknown as (VisitRow & SessionState) | undefined;
    return row === undefined || row.first_at === null ? null : visitOf(row);
  }

  return {
    creditOf: createCreditFinder(db),
    sessionOf: (session: number) => rows.session(session) as unknown as SessionRow,
    touchOf(touch: number | null): Touch | null {
      const words = touchOf.get(touch) as Readonly<Record<string, unknown>> | undefined;
      return words === undefined ? null : readTouch(words);
    },
    /** The visits up to a conversion, the latest first. What a bot came by is none of a person, but its own visit always is. */
    visitsBehind({ person, session }: CreditedEvent, at: number): FoundVisit[] {
      const own = session === null ? null : ownVisit(session);
      const window = creditWindow(at);
      const theirs = person === null ? [] : [...visits.of(person, window)];
      const others = theirs.filter(({ isBots, session: id }) => !isBots && id !== own?.session);
      return [...others, ...(own === null ? [] : [own])].sort((one, other) =>
        one.startedAt === other.startedAt
          ? visits.isLater(one, other)
            ? -1
            : 1
          : other.startedAt - one.startedAt,
      );
    },
  };
});
