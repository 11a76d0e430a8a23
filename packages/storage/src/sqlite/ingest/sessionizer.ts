import { SESSION_IDLE_MS, SESSION_MAX_MS } from '@cvq/contract/constants';
import { continuesSession, sessionize } from '../../sessionize.ts';
import type { Retrieval } from '../archive/retrieval.ts';
import type { ChangeNotes } from '../changes.ts';
import type { Connection } from '../open-database.ts';
import {
  BOT,
  type BotCode,
  CONVERSION,
  type ConversionCode,
  SESSION_BY,
  visitorSourceCode,
} from '../row-codes.ts';
import { rowsOf } from '../rows-of.ts';
import { visitorKeyOf } from '../visitor-key.ts';
import type { LateClassifications } from './late-classifications.ts';
import type { OrderDeduplication } from './order-deduplication.ts';
import type { SessionCache } from './session-cache.ts';
import { isBefore, type SessionEvent } from './session-state.ts';

/** A stored event of a visitor whose client named no session. */
type StoredEvent = SessionEvent & {
  readonly project: number;
  readonly session: number;
  readonly user: number | null;
  readonly type: number;
  readonly conversion: ConversionCode;
  readonly orderId: string | null;
  /** What the session is that it has had so far. */
  readonly formerBot: BotCode;
};
/** The times of a visitor's late events. */
type Late = { readonly project: number; readonly times: number[] };
type Around = Parameters<Retrieval['takeEventsAround']>[0];
type Neighbour = { readonly id: number; readonly firstAt: number; readonly lastAt: number };

const NEIGHBOURS = `
  SELECT id, first_at AS firstAt, last_at AS lastAt FROM sessions
  WHERE visitor = :visitor AND stitched = 1
    AND last_at >= :at - ${SESSION_IDLE_MS} AND first_at <= :at + ${SESSION_IDLE_MS}
    AND first_at >= :at - ${SESSION_IDLE_MS + SESSION_MAX_MS}
  LIMIT 2`;

const HASHED = `SELECT id FROM visitors WHERE project = ? AND key = ? AND source = ${visitorSourceCode('hash')}`;
const ONGOING = `
  SELECT visitors.id FROM visitors
  JOIN sessions ON sessions.visitor = visitors.id AND sessions.stitched = 1
  WHERE visitors.project = :project AND visitors.key = :key AND visitors.source = ${visitorSourceCode('hash')}
    AND last_at >= :at - ${SESSION_IDLE_MS} AND first_at <= :at AND first_at >= :at - ${SESSION_MAX_MS}
  LIMIT 1`;

const STORED = `
  SELECT
    events.project, events.session, events.at, events.ms, events.suffix, events.visitor, events.user, events.client, events.touch,
    events.page, events.click_ids AS clickIds, events.bot, events.bot_verdict AS botClassification, events.type,
    events.conversion, events.order_id AS orderId, (SELECT bot FROM sessions WHERE id = events.session) AS formerBot,
    coalesce((SELECT is_touch FROM touches WHERE id = events.touch), 0) AS isTouch,
    events.type = (SELECT id FROM strings WHERE value = 'pageview') AS isPageview
  FROM events
  WHERE visitor = :visitor AND stitched = ${SESSION_BY.visitor}`;

/** Strangers choose visitors and times: a run of events longer than this is not cut anew for a late one. */
const MAX_RUN = 1_000;

type Involved = {
  readonly sessions: SessionCache;
  readonly orders: Pick<OrderDeduplication, 'reconsider'>;
  readonly classifications: Pick<LateClassifications, 'suspect'>;
  readonly notes: Pick<ChangeNotes, 'event'>;
  readonly archive: Pick<
    Retrieval,
    'reachesAround' | 'takeEventsAround' | 'takeSession' | 'takeSessionsAround'
  >;
};

/** Finds sessions by visitor and time where the client named none. */
export class Sessionizer {
  /** Whether this commit has brought late events, for `applyPending` to cut the sessions around them anew. */
  hasPending = false;
  readonly #involved: Involved;
  readonly #neighbours;
  readonly #hashed;
  readonly #ongoing;
  readonly #before;
  readonly #after;
  readonly #move;
  readonly #late = new Map<number, Late>();

  constructor(db: Connection, involved: Involved) {
    this.#involved = involved;
    this.#neighbours = db.prepare(NEIGHBOURS);
    this.#hashed = db.prepare(HASHED).pluck();
    this.#ongoing = db.prepare(ONGOING).pluck();
    this.#before = db.prepare(`${STORED} AND events.at <= :at ORDER BY events.at DESC LIMIT ${MAX_RUN}`);
    this.#after = db.prepare(`${STORED} AND events.at > :at ORDER BY events.at LIMIT ${MAX_RUN}`);
    this.#move = db.prepare('UPDATE events SET session = ? WHERE project = ? AND ms = ? AND suffix = ?');
  }

  /** The session of a new event. Where it came late, `applyPending` cuts the sessions around it anew. */
  sessionAt(project: number, visitor: number, event: SessionEvent): number {
    const { sessions, archive } = this.#involved;
    sessions.flush();
    archive.takeSessionsAround({ project, visitor, at: event.at });
    const [only, another] = this.#neighbours.all({ visitor, at: event.at }) as Neighbour[];
    if (only === undefined) return sessions.create(project, nameOf(event));
    const isInside = event.at >= only.firstAt && event.at <= only.lastAt;
    const isNext = event.at > only.lastAt && continuesSession(event.at, only);
    if (another === undefined && (isInside || isNext)) return only.id;
    if (another !== undefined || event.at <= only.lastAt) {
      this.hasPending = true;
      const times = [...(this.#late.get(visitor)?.times ?? []), event.at];
      this.#late.set(visitor, { project, times });
    }
    return sessions.create(project, nameOf(event));
  }

  /** The visitor who was known by this hash before midnight, if a session of theirs still goes on. */
  ongoingVisitor(project: number, hash: string, at: number): number | null {
    this.#involved.sessions.flush();
    const key = visitorKeyOf(hash);
    if (this.#involved.archive.reachesAround(at)) {
      const visitor = this.#hashed.get(project, key) as number | undefined;
      if (visitor !== undefined) this.#involved.archive.takeSessionsAround({ project, visitor, at });
    }
    return (this.#ongoing.get({ project, key, at }) as number | undefined) ?? null;
  }

  /** Once all events of a commit are stored: cut the sessions around the late ones anew. */
  applyPending(): void {
    this.#involved.sessions.flush();
    for (const [visitor, { project, times }] of this.#late) {
      let doneUntil = Number.NEGATIVE_INFINITY;
      for (const at of times.sort((a, b) => a - b)) {
        if (at <= doneUntil) continue;
        const run = this.#runAround({ project, visitor, at });
        if (run.length < MAX_RUN) this.#cutAnew(run);
        doneUntil = run.at(-1)?.at ?? at;
      }
    }
    this.clear();
  }

  clear(): void {
    this.hasPending = false;
    this.#late.clear();
  }

  /** All events around a time without a pause that ends a session: no other event can change their sessions. */
  #runAround(around: Around): StoredEvent[] {
    for (let reachMs = SESSION_MAX_MS; ; reachMs *= 2) {
      this.#involved.archive.takeEventsAround(around, reachMs);
      const found = this.#storedAround(around);
      const isTaken = found.map(({ session }) => this.#involved.archive.takeSession(session)).includes(true);
      const run = isTaken ? this.#storedAround(around) : found;
      const first = (run[0]?.at ?? around.at) - SESSION_IDLE_MS;
      const last = (run.at(-1)?.at ?? around.at) + SESSION_IDLE_MS;
      const isWhole = first >= around.at - reachMs && last <= around.at + reachMs;
      if (isWhole || run.length >= MAX_RUN) return run;
    }
  }

  #storedAround({ visitor, at }: Around): StoredEvent[] {
    const earlier = untilPause(rowsOf<StoredEvent>(this.#before, { visitor, at }), at);
    const later = untilPause(rowsOf<StoredEvent>(this.#after, { visitor, at }), at);
    return [...earlier, ...later].sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  #cutAnew(run: readonly StoredEvent[]): void {
    const { sessions } = this.#involved;
    for (const session of new Set(run.map((event) => event.session))) sessions.remove(session);
    for (const events of sessionize(run)) {
      const first = events[0] as StoredEvent;
      const session = sessions.create(first.project, nameOf(first));
      for (const event of events) {
        sessions.addBrowserEvent(session, event);
        if (event.user !== null) sessions.nameUser(session, event, event.user);
        this.#move.run(session, event.project, event.ms, event.suffix);
        this.#involved.notes.event(event.project, event);
        if (event.conversion !== CONVERSION.none) this.#follow(session, event);
      }
    }
    sessions.flush();
  }

  /** What a conversion takes along into the session that it has now. */
  #follow(session: number, event: StoredEvent): void {
    const { sessions, orders, classifications } = this.#involved;
    const { project, type, orderId, conversion, bot, formerBot, ms, suffix } = event;
    if (conversion === CONVERSION.counted) sessions.addConversions(session, 1);
    if (formerBot === BOT.none) classifications.suspect(event);
    if (orderId !== null && bot === BOT.none) orders.reconsider({ project, type, orderId, ms, suffix });
  }
}

/** Such a session is named by its first event. Names of clients live apart, so no client can choose one. */
function nameOf({ ms, suffix }: SessionEvent): string {
  return `${ms} ${suffix}`;
}

function untilPause(events: Iterable<StoredEvent>, from: number): StoredEvent[] {
  const run: StoredEvent[] = [];
  let last = from;
  for (const event of events) {
    if (Math.abs(event.at - last) > SESSION_IDLE_MS) break;
    run.push(event);
    last = event.at;
  }
  return run;
}
