import type { EventId } from '@cvq/contract';
import { creditOf, isPartOfSession, type Visit, type Visits } from '../attribution/credit-rule.ts';
import type { Page, Touch } from '../event-record.ts';
import type { Attribution } from '../reports.ts';
import { isBefore, type Mark } from './ingest/session-cache.ts';
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
    found.bot_verdict AS sessionVerdict, found.visitor AS sessionVisitor, found.first_at IS NOT NULL AS hasStarted
  FROM events LEFT JOIN sessions found ON found.id = events.session AND events.exclusion IS NULL
  WHERE events.project = (SELECT id FROM projects WHERE key = ?) AND events.ms = ? AND events.suffix = ?`;

const LINKED_VISITORS = 'SELECT visitor FROM user_visitors WHERE project = ? AND user = ?';

const START = 'touch, first_at AS at, click_ids AS clickIds, entry_page AS page';
const VISITS = `
  SELECT ${START}, first_ms AS ms, first_suffix AS suffix, is_touch AS isTouch, bot
  FROM sessions WHERE visitor = ? AND first_at BETWEEN ? AND ?
  ORDER BY first_at DESC`;
const OWN_SESSION = `SELECT ${START} FROM sessions WHERE id = ?`;

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
    readonly hasStarted: 0 | 1;
  };
type VisitRow = Credit & Mark & { isTouch: 0 | 1; bot: BotCode };
type FoundVisit = Credit & Mark & Visit;

export function createCreditFinder(db: Connection): CreditFinder {
  const factsOf = db.prepare(FACTS);
  const linkedVisitors = db.prepare(LINKED_VISITORS).pluck();
  const visits = visitsIn(db);
  const ownSession = db.prepare(OWN_SESSION);
  const touchOf = db.prepare(TOUCH);
  const pageOf = db.prepare(PAGE);

  function creditFor(facts: Facts, isOfSession: boolean): Credit {
    const { project, user, visitor, session, sessionVisitor } = facts;
    const credit = creditOf(
      {
        at: facts.at,
        fromServer: facts.fromServer === 1,
        isTouch: facts.isTouch === 1,
        visitor,
        session: isOfSession ? { visitor: sessionVisitor, hasStarted: facts.hasStarted === 1 } : null,
        linkedVisitors: () => (user === null ? [] : (linkedVisitors.all(project, user) as number[])),
      },
      visits,
    );
    if (credit === 'event') return facts;
    return credit === 'session' ? (ownSession.get(session) as Credit) : credit;
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
function visitsIn(db: Connection): Visits<number, FoundVisit> {
  const visitsOf = db.prepare(VISITS);
  return {
    *of(person, { from, to }) {
      for (const row of visitsOf.iterate(person, from, to) as Iterable<VisitRow>) {
        yield { ...row, startedAt: row.at, isTouch: row.isTouch === 1, isBots: row.bot !== BOT.none };
      }
    },
    isLater: (one, other) => isBefore(other, one),
  };
}
