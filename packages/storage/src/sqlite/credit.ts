import type { EventId } from '@cvq/contract';
import { ATTRIBUTION_WINDOW_MS } from '@cvq/contract/constants';
import type { Page, Touch } from '../event-record.ts';
import type { Attribution } from '../event-store.ts';
import type { Connection } from './open-database.ts';
import type { ConversionCode } from './order-book.ts';
import { BOT, type BotCode, originCode, SESSION_BY } from './row-codes.ts';

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
  readonly isLent: boolean;
  /** The worse of the verdicts on it and on its session; `sessionVerdict` is the latter's. */
  readonly bot: BotCode;
  readonly sessionVerdict: number | null;
  readonly attribution: Attribution;
};

/** Finds what a single event is credited to: for the list of conversions and for webhooks alike. */
export type CreditFinder = (project: string, id: EventId) => CreditedEvent | null;

/** An event that reports leave out is part of no session, and a backend's only of a person's. */
const FACTS = `
  SELECT events.project, events.type, events.conversion, events.order_id AS orderId, events.at, events.origin,
    events.visitor, events.user, events.touch, events.click_ids AS clickIds, events.page, events.bot AS ownBot,
    found.id AS session, coalesce(found.bot, ${BOT.none}) AS sessionBot, found.bot_verdict AS sessionVerdict,
    found.id IS NOT NULL AND events.stitched = ${SESSION_BY.order} AS isLent
  FROM events LEFT JOIN sessions found ON found.id = events.session AND events.exclusion IS NULL
    AND NOT (events.origin = ${originCode('server')} AND found.bot <> ${BOT.none})
  WHERE events.project = (SELECT id FROM projects WHERE key = :project) AND events.ms = :ms AND events.suffix = :suffix`;

/** The last session that began with a touch, of the visitor or of all whom a backend's user was identified as. */
const CREDITED = `
  SELECT touch, first_at AS at, click_ids AS clickIds, entry_page AS page FROM sessions
  WHERE visitor IN (
      SELECT coalesce((SELECT visitor FROM sessions WHERE id = :session), :visitor)
      UNION ALL
      SELECT visitor FROM user_visitors
      WHERE project = :project AND user = :user AND :origin = ${originCode('server')}
        AND (SELECT visitor FROM sessions WHERE id = :session) IS NULL
    )
    AND is_touch = 1 AND bot = ${BOT.none} AND first_at <= :at AND first_at >= :at - ${ATTRIBUTION_WINDOW_MS}
  ORDER BY first_at DESC, first_ms DESC, first_suffix DESC
  LIMIT 1`;

const OWN_SESSION = `
  SELECT touch, first_at AS at, click_ids AS clickIds, entry_page AS page
  FROM sessions WHERE id = ? AND first_at IS NOT NULL`;

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
  Pick<CreditedEvent, 'project' | 'type' | 'conversion' | 'orderId' | 'session' | 'sessionVerdict'> & {
    readonly origin: number;
    readonly visitor: number | null;
    readonly user: number | null;
    readonly ownBot: BotCode;
    readonly sessionBot: BotCode;
    readonly isLent: 0 | 1;
  };

export function createCreditFinder(db: Connection): CreditFinder {
  const factsOf = db.prepare(FACTS);
  const isTouch = db.prepare('SELECT is_touch FROM touches WHERE id = ?').pluck();
  const credited = db.prepare(CREDITED);
  const ownSession = db.prepare(OWN_SESSION);
  const touchOf = db.prepare(TOUCH);
  const pageOf = db.prepare(PAGE);

  /** The touch that a backend brings itself, else that of a session before, else how its own session began. */
  function creditOf(facts: Facts): Credit {
    const { project, session, visitor, user, origin, at } = facts;
    if (origin === originCode('server') && isTouch.get(facts.touch) === 1) return facts;
    const earlier = credited.get({ project, session, visitor, user, origin, at }) as Credit | undefined;
    return earlier ?? (ownSession.get(session) as Credit | undefined) ?? facts;
  }

  function tell({ touch, at, clickIds, page }: Credit): Attribution {
    const words = touchOf.get(touch) as (Omit<Touch, 'isTouch'> & { isTouch: 0 | 1 }) | undefined;
    return {
      touch: words === undefined ? null : { ...words, isTouch: words.isTouch === 1 },
      at,
      clickIds: clickIds === null ? null : (JSON.parse(clickIds) as Record<string, string>),
      landingPage: (pageOf.get(page) as Page | undefined) ?? null,
    };
  }

  return (project, id) => {
    const facts = factsOf.get({ project, ...id }) as Facts | undefined;
    if (facts === undefined) return null;
    const { type, conversion, orderId, session, isLent, ownBot, sessionBot, sessionVerdict } = facts;
    return {
      ...{ project: facts.project, type, conversion, orderId, session, sessionVerdict },
      isLent: isLent === 1,
      bot: Math.max(ownBot, sessionBot) as BotCode,
      attribution: tell(creditOf(facts)),
    };
  };
}
