import type { UserAgentCount, UserAgentQuestion } from '../../reports.ts';
import { archiveOf } from '../archive/archive-of.ts';
import type { Row } from '../archive/row-block.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { BOT, CONVERSION, originCode } from '../row-codes.ts';
import { rowsOf } from '../rows-of.ts';
import { type Persons, visitorsAsPersons } from './persons/persons.ts';
import type { ReportContext } from './report-run.ts';

const NAMES = ['client', 'visitor', 'user', 'bot', 'origin', 'session', 'conversion'];
const EVENTS = `SELECT ${NAMES.join(', ')} FROM events WHERE project = ? AND ms >= ?`;
const BOTS_SESSIONS = `SELECT id FROM sessions WHERE project = ? AND last_at >= ? AND bot <> ${BOT.none}`;
const USER_AGENT = `
  SELECT value FROM clients
  JOIN user_agents ON user_agents.id = clients.user_agent
  JOIN strings ON strings.id = user_agents.header
  WHERE clients.id = ?`;

type Event = {
  readonly client: number;
  readonly visitor: number | null;
  readonly user: number | null;
  readonly bot: number;
  readonly origin: number;
  readonly session: number | null;
  readonly conversion: number;
};
type Seen = {
  events: number;
  readonly visitors: Set<number>;
  peopleEvents: number;
  readonly people: Set<number>;
  readonly buyers: Set<number>;
};
/** An event, whether its session is a bot's, and the number of who did it, 0 where nobody is known. */
type CountedEvent = { readonly event: Event; readonly isBots: boolean; readonly person: number };

/** The user agents of recent events, by the milliseconds of their ids. */
export function userAgents(context: ReportContext, asked: UserAgentQuestion): UserAgentCount[] {
  const { db } = context;
  const { project: key, since, limit } = asked;
  const project = projectNumber(db, key);
  if (project === undefined) return [];
  const seen = new Map<string, Seen>();
  const wordOf = userAgentsIn(db);
  const bots = botsSessions(db, project, since);
  const persons = whoCounts(context, project, asked);
  for (const event of eventsSince(db, project, since)) {
    const userAgent = wordOf(event.client);
    const person = persons.numberOf(event.visitor ?? 0, event.user ?? 0);
    if (userAgent !== undefined)
      count(seenOf(seen, userAgent), { event, isBots: bots.has(event.session), person });
  }
  return [...seen]
    .map(([userAgent, { visitors, ...counts }]) => ({ userAgent, ...counts, visitors: visitors.size }))
    .sort((one, other) => other.events - one.events || (one.userAgent < other.userAgent ? -1 : 1))
    .slice(0, limit);
}

function seenOf(seen: Map<string, Seen>, userAgent: string): Seen {
  const known = seen.get(userAgent);
  if (known !== undefined) return known;
  const found: Seen = {
    events: 0,
    visitors: new Set(),
    peopleEvents: 0,
    people: new Set(),
    buyers: new Set(),
  };
  seen.set(userAgent, found);
  return found;
}

function count(seen: Seen, { event, isBots, person }: CountedEvent): void {
  const { bot, origin, visitor, conversion } = event;
  seen.events += 1;
  if (visitor !== null) seen.visitors.add(visitor);
  const isPersons = bot === BOT.none && (origin === originCode('server') || !isBots);
  if (!isPersons) return;
  seen.peopleEvents += 1;
  if (person === 0) return;
  seen.people.add(person);
  if (conversion === CONVERSION.counted) seen.buyers.add(person);
}

function whoCounts(context: ReportContext, project: number, { persons }: UserAgentQuestion): Persons {
  return persons === 'off'
    ? visitorsAsPersons(context.dictionaries.visitors())
    : context.personIndex.of(project);
}

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
