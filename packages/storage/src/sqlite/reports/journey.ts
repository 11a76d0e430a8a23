import type { EventId } from '@cvq/contract';
import { creditWindow } from '../../attribution/credit-rule.ts';
import type { Touch } from '../../event-record.ts';
import type { JourneyVisit, StoredJourney } from '../../reports.ts';
import { storedRowsOf } from '../archive/stored-rows.ts';
import { type CreditedEvent, createCreditFinder } from '../credit.ts';
import { oncePerConnection } from '../once-per-connection.ts';
import type { Connection } from '../open-database.ts';
import type { SessionState } from '../session-table.ts';
import { everyVisitOfPersonIn, type FoundVisit, type VisitRow, visitOf } from '../visits-of-person.ts';
import { readTouch, TOUCH_TEXTS } from '../word-columns.ts';
import type { ReportContext } from './report-run.ts';
import { conversionReaderOf } from './stored-conversions.ts';
import { storedEventsOfSession } from './stored-events.ts';

/** The latest visits are told of, and the first events of each: a person may have thousands. */
const MAX_VISITS = 50;
const MAX_EVENTS = 200;

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

  function toVisit(visit: FoundVisit): JourneyVisit {
    const { session, startedAt } = visit;
    const isOwn = session === credited?.session;
    const span = { project: credited?.project as number, session, from: startedAt };
    const until = isOwn ? Math.max(visit.lastAt, at) : Math.min(visit.lastAt, at);
    const events = storedEventsOfSession(db, project, { ...span, to: until });
    return {
      ...{ startedAt, lastAt: visit.lastAt, isOwn },
      id: reader.nameOf(session),
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
    nameOf: (session: number) => (rows.session(session)?.key ?? null) as string | null,
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
