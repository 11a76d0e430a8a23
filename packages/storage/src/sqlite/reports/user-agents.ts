import type { UserAgentCount } from '../../reports.ts';
import type { Connection } from '../open-database.ts';
import { BOT, originCode } from '../row-codes.ts';

const IS_PERSON = `events.bot = ${BOT.none}
  AND (events.origin = ${originCode('server')} OR coalesce(sessions.bot, ${BOT.none}) = ${BOT.none})`;

const USER_AGENTS = `
  SELECT strings.value AS userAgent, count(*) AS events, count(DISTINCT events.visitor) AS visitors,
    count(*) FILTER (WHERE ${IS_PERSON}) AS peopleEvents,
    count(DISTINCT events.visitor) FILTER (WHERE ${IS_PERSON}) AS people
  FROM events
  LEFT JOIN sessions ON sessions.id = events.session
  JOIN clients ON clients.id = events.client
  JOIN user_agents ON user_agents.id = clients.user_agent
  JOIN strings ON strings.id = user_agents.header
  WHERE events.project = (SELECT id FROM projects WHERE key = :project) AND events.ms >= :since
  GROUP BY strings.value
  ORDER BY events DESC, strings.value
  LIMIT :limit`;

type Ask = { project: string; since: number; limit: number };

/** The user agents of recent events, by the milliseconds of their ids. */
export function userAgents(db: Connection, ask: Ask): UserAgentCount[] {
  return db.prepare(USER_AGENTS).all(ask) as UserAgentCount[];
}
