import type { EventId } from '@cvq/contract';
import { creditOf, isPartOfSession, type Visit, type Visits } from '../attribution/credit-rule.ts';
import type { Page, Touch } from '../event-record.ts';
import type { Attribution } from '../reports.ts';
import { isBefore, type Mark } from './ingest/session-state.ts';
import type { Connection } from './open-database.ts';
import { BOT, type BotCode, type ConversionCode, originCode, SESSION_BY } from './row-codes.ts';

/** A stored event, with what decides whether it counts and what it is credited to. */
export type CreditedEvent = {
  /** The numbers of its project and its type. */
  readonly project: number;
  readonly type: number;
  readonly conversion: ConversionCode;
  readonly orderId: string | null;
  /** The session that it is part of. */
  readonly session: number | null;
  /** True where the session is that of a browser's report of the same order. */
  readonly isBorrowed: boolean;
  /** The worse of the verdicts on it and on its session; `sessionVerdict` is the latter's. */
  readonly bot: BotCode;
  readonly sessionVerdict: number | null;
  readonly attribution: Attribution;
};

/** Finds what a single event is credited to: for the list of conversions and for webhooks alike. */
export type CreditFinder = (project: string, id: EventId) => CreditedEvent | null;

/** An event that reports leave out is part of no session. */
const FACTS = `
  SELECT events.project, events.type, events.conversion, events.order_id AS orderId, events.at,
    events.origin = ${originCode('server')} AS fromServer, events.visitor, events.user, events.touch,
    (SELECT is_touch FROM touches WHERE id = events.touch) AS isTouch, events.click_ids AS clickIds, events.page,
    events.bot AS ownBot, events.stitched, found.id AS session, found.bot AS sessionBot,
    found.bot_verdict AS sessionVerdict, found.visitor AS sessionVisitor
  FROM events LEFT JOIN sessions found ON found.id = events.session AND events.exclusion IS NULL
  WHERE events.project = (SELECT id FROM projects WHERE key = ?) AND events.ms = ? AND events.suffix = ?`;

/** Null where a visitor was identified as nobody, or as several. */
const ONE_USER = 'SELECT iif(min(user) = max(user), min(user), NULL) FROM identifications WHERE visitor = ?';

const VISIT = `
  SELECT touch, first_at AS at, click_ids AS clickIds, entry_page AS page, first_ms AS ms, first_suffix AS suffix,
    is_touch AS isTouch, bot
  FROM sessions`;
const OWN_VISIT = `${VISIT} WHERE id = ? AND first_at IS NOT NULL`;
const VISITS_OF_VISITOR = `${VISIT} WHERE visitor = :visitor AND user IS NULL AND first_at BETWEEN :from AND :to
  ORDER BY first_at DESC`;
/** Those that name the user, and those that name nobody, of visitors who are this user alone. */
const VISITS_OF_USER = `
  ${VISIT} WHERE user = :user AND project = :project AND first_at BETWEEN :from AND :to
  UNION ALL
  ${VISIT} WHERE user IS NULL AND first_at BETWEEN :from AND :to AND visitor IN (
    SELECT visitor FROM identifications one WHERE project = :project AND user = :user
      AND NOT EXISTS (SELECT 1 FROM identifications other WHERE other.visitor = one.visitor AND other.user <> :user)
  )
  ORDER BY at DESC`;

const TOUCH_WORDS = [
  ['channel', 'channel'],
  ['source', 'source'],
  ['medium', 'medium'],
  ['campaign', 'campaign'],
  ['term', 'term'],
  ['content', 'content'],
  ['ad_platform', 'adPlatform'],
  ['referrer', 'referrer'],
] as const;
const TOUCH = `
  SELECT is_touch AS isTouch, ${TOUCH_WORDS.map(([column, name]) => `(SELECT value FROM strings WHERE id = ${column}) AS ${name}`).join(', ')}
  FROM touches WHERE id = ?`;

const PAGE = `
  SELECT url, '' AS suffix, (SELECT value FROM strings WHERE id = hostname) AS hostname,
    (SELECT value FROM strings WHERE id = path) AS path
  FROM pages WHERE id = ?`;

type Credit = { touch: number | null; at: number; clickIds: string | null; page: number | null };
type Facts = Credit &
  Pick<CreditedEvent, 'project' | 'type' | 'conversion' | 'orderId'> & {
    readonly fromServer: 0 | 1;
    readonly visitor: number | null;
    readonly user: number | null;
    readonly isTouch: 0 | 1 | null;
    readonly ownBot: BotCode;
    readonly stitched: number;
    readonly session: number | null;
    readonly sessionBot: BotCode | null;
    readonly sessionVerdict: number | null;
    readonly sessionVisitor: number | null;
  };
type VisitRow = Credit & Mark & { isTouch: 0 | 1; bot: BotCode };
type FoundVisit = Credit & Mark & Visit;
/** A user of a project, or a visitor without one. */
type Person = { readonly project: number; readonly user: number } | { readonly visitor: number };

export function createCreditFinder(db: Connection): CreditFinder {
  const factsOf = db.prepare(FACTS);
  const oneUserOf = db.prepare(ONE_USER).pluck();
  const visits = visitsIn(db);
  const ownVisit = db.prepare(OWN_VISIT);
  const touchOf = db.prepare(TOUCH);
  const pageOf = db.prepare(PAGE);

  function personOf({ project, user: named, visitor }: Facts): Person | null {
    const user = named ?? (oneUserOf.get(visitor) as number | null);
    if (user !== null) return { project, user };
    return visitor === null ? null : { visitor };
  }

  function creditFor(facts: Facts, isOfSession: boolean): Credit {
    const { session, sessionVisitor } = facts;
    const own = isOfSession ? (ownVisit.get(session) as VisitRow | undefined) : undefined;
    const visitor = (isOfSession ? sessionVisitor : null) ?? facts.visitor;
    const credit = creditOf(
      {
        at: facts.at,
        fromServer: facts.fromServer === 1,
        isTouch: facts.isTouch === 1,
        person: personOf({ ...facts, visitor }),
        session: own === undefined ? null : visitOf(own),
      },
      visits,
    );
    return credit === 'event' ? facts : credit;
  }

  function describe({ touch, at, clickIds, page }: Credit): Attribution {
    const words = touchOf.get(touch) as (Omit<Touch, 'isTouch'> & { isTouch: 0 | 1 }) | undefined;
    return {
      touch: words === undefined ? null : { ...words, isTouch: words.isTouch === 1 },
      at,
      clickIds: clickIds === null ? null : (JSON.parse(clickIds) as Record<string, string>),
      landingPage: (pageOf.get(page) as Page | undefined) ?? null,
    };
  }

  return (project, { ms, suffix }) => {
    const facts = factsOf.get(project, ms, suffix) as Facts | undefined;
    if (facts === undefined) return null;
    const { type, conversion, orderId, ownBot, sessionBot } = facts;
    const isOfSession =
      sessionBot !== null && isPartOfSession(facts.fromServer === 1, sessionBot !== BOT.none);
    return {
      ...{ project: facts.project, type, conversion, orderId },
      session: isOfSession ? facts.session : null,
      sessionVerdict: isOfSession ? facts.sessionVerdict : null,
      isBorrowed: isOfSession && facts.stitched === SESSION_BY.order,
      bot: isOfSession ? (Math.max(ownBot, sessionBot) as BotCode) : ownBot,
      attribution: describe(creditFor(facts, isOfSession)),
    };
  };
}

/** The visits of a person, the latest first. */
function visitsIn(db: Connection): Visits<Person, FoundVisit> {
  const ofUser = db.prepare(VISITS_OF_USER);
  const ofVisitor = db.prepare(VISITS_OF_VISITOR);
  return {
    *of(person, window) {
      const rows = ('user' in person ? ofUser : ofVisitor).iterate({ ...person, ...window });
      for (const row of rows as Iterable<VisitRow>) yield visitOf(row);
    },
    isLater: (one, other) => isBefore(other, one),
  };
}

function visitOf(row: VisitRow): FoundVisit {
  return { ...row, startedAt: row.at, isTouch: row.isTouch === 1, isBots: row.bot !== BOT.none };
}
