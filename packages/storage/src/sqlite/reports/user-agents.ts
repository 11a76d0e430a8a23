import type { UserAgentCount } from '../../reports.ts';
import { archiveOf } from '../archive/archive-of.ts';
import type { Row } from '../archive/row-block.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { BOT, CONVERSION, originCode } from '../row-codes.ts';
import { rowsOf } from '../rows-of.ts';

const NAMES = ['client', 'visitor', 'bot', 'origin', 'session', 'conversion'];
const EVENTS = `SELECT ${NAMES.join(', ')} FROM events WHERE project = ? AND ms >= ?`;
const BOTS_SESSIONS = `SELECT id FROM sessions WHERE project = ? AND last_at >= ? AND bot <> ${BOT.none}`;
const USER_AGENT = `
  SELECT value FROM clients
  JOIN user_agents ON user_agents.id = clients.user_agent
  JOIN strings ON strings.id = user_agents.header
  WHERE clients.id = ?`;

type Ask = { readonly project: string; readonly since: number; readonly limit: number };
type Event = {
  readonly client: number;
  readonly visitor: number | null;
  readonly bot: number;
  readonly origin: number;
  readonly session: number | null;
  readonly conversion: number;
};
/** The events of some, and which visitors they are of. */
type Tally = { events: number; readonly visitors: Set<number> };
type Seen = { readonly all: Tally; readonly people: Tally; readonly buyers: Set<number> };

/** The user agents of recent events, by the milliseconds of their ids. */
export function userAgents(db: Connection, { project: key, since, limit }: Ask): UserAgentCount[] {
  const project = projectNumber(db, key);
  if (project === undefined) return [];
  const seen = new Map<string, Seen>();
  const wordOf = userAgentsIn(db);
  const bots = botsSessions(db, project, since);
  for (const event of eventsSince(db, project, since)) {
    const userAgent = wordOf(event.client);
    if (userAgent !== undefined) count(seen, userAgent, { event, isBots: bots.has(event.session) });
  }
  return [...seen]
    .map(([userAgent, { all, people, buyers }]) => ({
      userAgent,
      events: all.events,
      visitors: all.visitors.size,
      peopleEvents: people.events,
      people: people.visitors.size,
      buyers: buyers.size,
    }))
    .sort((one, other) => other.events - one.events || (one.userAgent < other.userAgent ? -1 : 1))
    .slice(0, limit);
}

function count(seen: Map<string, Seen>, userAgent: string, of: { event: Event; isBots: boolean }): void {
  const { bot, origin, visitor, conversion } = of.event;
  const found = seen.get(userAgent) ?? { all: noEvents(), people: noEvents(), buyers: new Set<number>() };
  seen.set(userAgent, found);
  const isPerson = bot === BOT.none && (origin === originCode('server') || !of.isBots);
  for (const tally of isPerson ? [found.all, found.people] : [found.all]) {
    tally.events += 1;
    if (visitor !== null) tally.visitors.add(visitor);
  }
  if (isPerson && visitor !== null && conversion === CONVERSION.counted) found.buyers.add(visitor);
}

const noEvents = (): Tally => ({ events: 0, visitors: new Set() });

function* eventsSince(db: Connection, project: number, since: number): Iterable<Event> {
  yield* rowsOf<Event>(db.prepare(EVENTS), project, since);
  yield* archiveOf(db).events.since(
    project,
    since,
    NAMES,
  ) as Iterable<Row> as Iterable<unknown> as Iterable<Event>;
}

/** The sessions of bots that last into the time since an instant. */
function botsSessions(db: Connection, project: number, since: number): ReadonlySet<number | null> {
  const inRows = db.prepare(BOTS_SESSIONS).pluck().all(project, since) as number[];
  return new Set([...inRows, ...archiveOf(db).sessions.botsSince(project, since)]);
}

/** What a client calls itself, by its number. */
function userAgentsIn(db: Connection): (client: number) => string | undefined {
  const read = db.prepare(USER_AGENT).pluck();
  const known = new Map<number, string | undefined>();
  return (client) => {
    if (!known.has(client)) known.set(client, read.get(client) as string | undefined);
    return known.get(client);
  };
}
