import type { EventId } from '@cvq/contract';
import { ATTRIBUTION_WINDOW_MS } from '@cvq/contract/constants';
import type { Page, Touch } from '../../event-record.ts';
import type {
  Attribution,
  ConversionPage,
  ConversionRecord,
  ConversionSlice,
  Period,
  Question,
} from '../../event-store.ts';
import type { Connection } from '../open-database.ts';
import { BOT, originCode } from '../row-codes.ts';
import { inquire, type ReportDesk } from './inquiry.ts';
import { keptBy } from './kept.ts';
import { storedEvent } from './stored-events.ts';

/** What the look-up of a conversion's touch needs of its row. */
const FACTS = `
  SELECT project, at, origin, conversion, visitor, user, touch, click_ids AS clickIds, page,
    CASE WHEN exclusion IS NULL THEN session END AS session
  FROM events WHERE project = (SELECT id FROM projects WHERE key = :project) AND ms = :ms AND suffix = :suffix`;

/** The last session that began with a touch, of the visitor or of all whom a backend's user was identified as. */
const CREDITED = `
  SELECT touch, first_at AS at, click_ids AS clickIds, entry_page AS page FROM sessions
  WHERE visitor IN (
      SELECT coalesce((SELECT visitor FROM sessions WHERE id = :session), :visitor)
      UNION ALL
      SELECT visitor FROM user_visitors
      WHERE project = :projectId AND user = :user AND :origin = ${originCode('server')}
        AND (SELECT visitor FROM sessions WHERE id = :session) IS NULL
    )
    AND is_touch = 1 AND bot = ${BOT.none} AND first_at <= :at AND first_at >= :at - ${ATTRIBUTION_WINDOW_MS}
  ORDER BY first_at DESC, first_ms DESC, first_suffix DESC
  LIMIT 1`;

const OWN_SESSION = `
  SELECT touch, first_at AS at, click_ids AS clickIds, entry_page AS page
  FROM sessions WHERE id = ? AND first_at IS NOT NULL`;

type Facts = {
  project: number;
  at: number;
  origin: number;
  conversion: number;
  visitor: number | null;
  user: number | null;
  session: number | null;
} & Credit;
type Credit = { touch: number | null; at: number; clickIds: string | null; page: number | null };

/** The conversions of a period that reports count. */
export function conversions(
  desk: ReportDesk,
  question: Question,
  period: Period,
  { order, offset, limit }: ConversionSlice,
): ConversionPage {
  const inquiry = inquire(desk, question, period);
  if (inquiry === null) return { conversions: [], total: 0 };
  const kept = keptBy(inquiry, question);
  kept.eachSegment(() => {});
  const sales = kept.sales();
  const end = order === 'newest_first' ? sales.length - offset : offset + limit;
  const page = sales.slice(Math.max(0, order === 'newest_first' ? end - limit : offset), Math.max(0, end));
  if (order === 'newest_first') page.reverse();
  const ids = page.map(({ columns: { sales: own }, sale }): EventId => {
    return { ms: own.ms[sale] as number, suffix: own.suffix[sale] as string };
  });
  return {
    conversions: ids.flatMap((id) => conversion(desk, question.project, id) ?? []),
    total: sales.length,
  };
}

/** A conversion by its id, with what it is credited to. */
export function conversion({ db }: ReportDesk, project: string, id: EventId): ConversionRecord | null {
  const facts = db.prepare(FACTS).get({ project, ...id }) as Facts | undefined;
  const event = storedEvent(db, project, id);
  if (facts === undefined || event === null || facts.conversion === 0) return null;
  return { event, isRepeat: facts.conversion === 2, attribution: attributionOf(db, facts) };
}

function attributionOf(db: Connection, facts: Facts): Attribution {
  const { touch, at, clickIds, page } = creditOf(db, facts);
  return {
    touch: touchOf(db, touch),
    at,
    clickIds: clickIds === null ? null : (JSON.parse(clickIds) as Record<string, string>),
    landingPage: pageOf(db, page),
  };
}

/** The touch that a backend brings itself, else that of a session before, else how its own session began. */
function creditOf(db: Connection, facts: Facts): Credit {
  const { project, session, visitor, user, origin, at } = facts;
  if (origin === originCode('server') && isTouch(db, facts.touch)) return facts;
  const asked = { session, visitor, user, origin, at, projectId: project };
  const earlier = db.prepare(CREDITED).get(asked) as Credit | undefined;
  return earlier ?? (db.prepare(OWN_SESSION).get(session) as Credit | undefined) ?? facts;
}

function isTouch(db: Connection, touch: number | null): boolean {
  return db.prepare('SELECT is_touch FROM touches WHERE id = ?').pluck().get(touch) === 1;
}

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

function touchOf(db: Connection, touch: number | null): Touch | null {
  const row = db.prepare(TOUCH).get(touch) as (Omit<Touch, 'isTouch'> & { isTouch: 0 | 1 }) | undefined;
  return row === undefined ? null : { ...row, isTouch: row.isTouch === 1 };
}

function pageOf(db: Connection, page: number | null): Page | null {
  const row = db
    .prepare(
      `SELECT url, '' AS suffix, (SELECT value FROM strings WHERE id = hostname) AS hostname,
        (SELECT value FROM strings WHERE id = path) AS path FROM pages WHERE id = ?`,
    )
    .get(page) as Page | undefined;
  return row ?? null;
}
