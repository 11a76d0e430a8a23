import type { BotCount, Period, Question } from '../../event-store.ts';
import type { Connection } from '../open-database.ts';
import { BOT, BOT_EXCLUSION_CODES } from '../row-codes.ts';
import { BOTNESS } from './counted-events.ts';

/** The verdict on an event, or that on its session, which may have come later. */
const VERDICT = `
  coalesce(
    events.bot_verdict,
    CASE WHEN exclusion IS NULL THEN (SELECT bot_verdict FROM sessions WHERE sessions.id = events.session) END)`;

const COUNTS = `
  SELECT
    coalesce((SELECT value FROM strings WHERE id = bot_verdicts.category), 'other') AS category,
    coalesce((SELECT value FROM strings WHERE id = bot_verdicts.name), 'No JavaScript') AS name,
    count(*) AS requests
  FROM events
  LEFT JOIN bot_verdicts ON bot_verdicts.id = ${VERDICT}
  WHERE project = (SELECT id FROM projects WHERE key = :project) AND at >= :from AND at < :to
    AND (exclusion IN (${BOT_EXCLUSION_CODES}) OR (exclusion IS NULL AND ${BOTNESS} <> ${BOT.none}))
  GROUP BY 1, 2`;

/** The events that bots left in a period. Who runs no JavaScript and is known by nothing else has that for a name. */
export function bots(db: Connection, { project }: Question, { from, to }: Period): BotCount[] {
  return db.prepare(COUNTS).all({ project, from, to }) as BotCount[];
}
