import { SESSION_IDLE_MS, SESSION_MAX_MS } from '@cvq/contract/constants';
import { continuesSession, sessionize } from '../../sessionize.ts';
import type { Connection } from '../open-database.ts';
import {
  BOT,
  type BotCode,
  CONVERSION,
  type ConversionCode,
  SESSION_BY,
  visitorSourceCode,
} from '../row-codes.ts';
import type { LateVerdicts } from './late-classifications.ts';
import type { OrderBook } from './order-deduplication.ts';
import type { SessionLedger } from './session-cache.ts';
import { isBefore, type SessionEvent } from './session-state.ts';

/** A stored event of a visitor whose client named no session. */
type StoredEvent = SessionEvent & {
  readonly project: number;
  readonly session: number;
  readonly type: number;
  readonly conversion: ConversionCode;
  readonly orderId: string | null;
  /** What the session is that it has had so far. */
  readonly formerBot: BotCode;
};
type Neighbour = { readonly id: number; readonly firstAt: number; readonly lastAt: number };

const NEIGHBOURS = `
  SELECT id, first_at AS firstAt, last_at AS lastAt FROM sessions
  WHERE visitor = :visitor AND stitched = 1
    AND last_at >= :at - ${SESSION_IDLE_MS} AND first_at <= :at + ${SESSION_IDLE_MS}
    AND first_at >= :at - ${SESSION_IDLE_MS + SESSION_MAX_MS}
  LIMIT 2`;

const ONGOING = `
  SELECT visitors.id FROM visitors
  JOIN sessions ON sessions.visitor = visitors.id AND sessions.stitched = 1
  WHERE visitors.project = :project AND visitors.key = :hash AND visitors.source = ${visitorSourceCode('hash')}
    AND last_at >= :at - ${SESSION_IDLE_MS} AND first_at <= :at AND first_at >= :at - ${SESSION_MAX_MS}
  LIMIT 1`;

const STORED = `
  SELECT
    events.project, events.session, events.at, events.ms, events.suffix, events.visitor, events.client, events.touch,
    events.page, events.click_ids AS clickIds, events.bot, events.bot_verdict AS botVerdict, events.type, events.conversion,
    events.order_id AS orderId, (SELECT bot FROM sessions WHERE id = events.session) AS formerBot,
    coalesce((SELECT is_touch FROM touches WHERE id = events.touch), 0) AS isTouch,
    events.type = (SELECT id FROM strings WHERE value = 'pageview') AS isPageview
  FROM events
  WHERE visitor = :visitor AND stitched = ${SESSION_BY.visitor}`;

/** Strangers choose visitors and times: a chain of events longer than this is not cut anew for a late one. */
const MAX_ISLAND = 1_000;

/** Finds sessions by visitor and time where the client named none. */
export type SessionStitcher = {
  /** The session of a new event. Where it came late, the sessions around it are cut anew by `settle`. */
  sessionAt(project: number, visitor: number, event: SessionEvent): number;
  /** The visitor who was known by this hash before midnight, if a session of theirs still goes on. */
  ongoingVisitor(project: number, hash: string, at: number): number | null;
  /** Once all events of a commit are stored: cut the sessions around the late ones anew. */
  settle(): void;
  forget(): void;
};

type Involved = {
  readonly ledger: SessionLedger;
  readonly orders: Pick<OrderBook, 'reconsider'>;
  readonly lateVerdicts: Pick<LateVerdicts, 'suspect'>;
};

export function createSessionStitcher(
  db: Connection,
  { ledger, orders, lateVerdicts }: Involved,
): SessionStitcher {
  const neighbours = db.prepare(NEIGHBOURS);
  const ongoing = db.prepare(ONGOING).pluck();
  const before = db.prepare(`${STORED} AND events.at <= :at ORDER BY events.at DESC LIMIT ${MAX_ISLAND}`);
  const after = db.prepare(`${STORED} AND events.at > :at ORDER BY events.at LIMIT ${MAX_ISLAND}`);
  const move = db.prepare('UPDATE events SET session = ? WHERE project = ? AND ms = ? AND suffix = ?');
  const late = new Map<number, number[]>();

  /** All events around a time without a pause that ends a session: no other event can change their sessions. */
  function islandAround(visitor: number, at: number): StoredEvent[] {
    const earlier = untilPause(before.iterate({ visitor, at }) as Iterable<StoredEvent>, at);
    const later = untilPause(after.iterate({ visitor, at }) as Iterable<StoredEvent>, at);
    return [...earlier, ...later].sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  function cutAnew(island: readonly StoredEvent[]): void {
    for (const session of new Set(island.map((event) => event.session))) ledger.remove(session);
    for (const events of sessionize(island)) {
      const first = events[0] as StoredEvent;
      const session = ledger.create(first.project, nameOf(first));
      for (const event of events) {
        ledger.addBrowserEvent(session, event);
        move.run(session, event.project, event.ms, event.suffix);
        if (event.conversion !== CONVERSION.none) follow(session, event);
      }
    }
    ledger.flush();
  }

  /** What a conversion takes along into the session that it has now. */
  function follow(session: number, event: StoredEvent): void {
    const { project, type, orderId, conversion, bot, formerBot, ms, suffix } = event;
    if (conversion === CONVERSION.counted) ledger.addConversions(session, 1);
    if (formerBot === BOT.none) lateVerdicts.suspect(event);
    if (orderId !== null && bot === BOT.none) orders.reconsider({ project, type, orderId, ms, suffix });
  }

  return {
    sessionAt(project, visitor, event) {
      ledger.flush();
      const [only, another] = neighbours.all({ visitor, at: event.at }) as Neighbour[];
      if (only === undefined) return ledger.create(project, nameOf(event));
      const isInside = event.at >= only.firstAt && event.at <= only.lastAt;
      const isNext = event.at > only.lastAt && continuesSession(event.at, only);
      if (another === undefined && (isInside || isNext)) return only.id;
      if (another === undefined && event.at > only.lastAt) return ledger.create(project, nameOf(event));
      late.set(visitor, [...(late.get(visitor) ?? []), event.at]);
      return ledger.create(project, nameOf(event));
    },
    ongoingVisitor(project, hash, at) {
      ledger.flush();
      return (ongoing.get({ project, hash, at }) as number | undefined) ?? null;
    },
    settle() {
      ledger.flush();
      for (const [visitor, times] of late) {
        let settledUpTo = Number.NEGATIVE_INFINITY;
        for (const at of times.sort((a, b) => a - b)) {
          if (at <= settledUpTo) continue;
          const island = islandAround(visitor, at);
          if (island.length < MAX_ISLAND) cutAnew(island);
          settledUpTo = island.at(-1)?.at ?? at;
        }
      }
      late.clear();
    },
    forget: () => late.clear(),
  };
}

/** A stitched session is named by its first event. Names of clients live apart, so no client can choose one. */
function nameOf({ ms, suffix }: SessionEvent): string {
  return `${ms} ${suffix}`;
}

function untilPause(events: Iterable<StoredEvent>, from: number): StoredEvent[] {
  const island: StoredEvent[] = [];
  let last = from;
  for (const event of events) {
    if (Math.abs(event.at - last) > SESSION_IDLE_MS) break;
    island.push(event);
    last = event.at;
  }
  return island;
}
