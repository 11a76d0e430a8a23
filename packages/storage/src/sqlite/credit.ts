import type { EventId } from '@cvq/contract';
import { creditOf, isPartOfSession } from '../attribution/credit-rule.ts';
import type { Page } from '../event-record.ts';
import type { Attribution } from '../reports.ts';
import { storedRowsOf } from './archive/stored-rows.ts';
import type { EventRow } from './event-table.ts';
import { inOneMoment } from './in-one-moment.ts';
import type { Connection } from './open-database.ts';
import { projectNumber } from './project-number.ts';
import { BOT, type BotCode, type ConversionCode, originCode, SESSION_BY } from './row-codes.ts';
import type { SessionState } from './session-table.ts';
import { type Credit, type Person, visitOf, visitsOfPersonIn } from './visits-of-person.ts';
import { readTouch, TOUCH_TEXTS } from './word-columns.ts';

const SERVER = originCode('server');

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
  /** The user whom it names itself. */
  readonly user: number | null;
  /** Whose it is; null for nobody known. */
  readonly person: Person | null;
  /** The worse of the classifications of it and of its session; `sessionClassification` is the latter's. */
  readonly bot: BotCode;
  readonly sessionClassification: number | null;
  readonly attribution: Attribution;
  /** The visit that it is credited to; null where it brings its touch itself, or there is none. */
  readonly creditedSession: number | null;
};

/** Finds what a single event is credited to: for the list of conversions and for webhooks alike. */
export type CreditFinder = (project: string, id: EventId) => CreditedEvent | null;

/** Null where a visitor was identified as nobody, or as several. */
const ONE_USER = 'SELECT iif(min(user) = max(user), min(user), NULL) FROM identifications WHERE visitor = ?';

const TOUCH = `SELECT ${TOUCH_TEXTS} FROM touches WHERE id = ?`;

const PAGE = `
  SELECT url, '' AS suffix, (SELECT value FROM strings WHERE id = hostname) AS hostname,
    (SELECT value FROM strings WHERE id = path) AS path
  FROM pages WHERE id = ?`;

/** What decides the credit of a stored event. One that reports leave out is part of no session. */
type Facts = {
  readonly event: EventRow;
  readonly session: SessionRow | null;
  readonly isTouch: boolean;
};
type SessionRow = SessionState & { readonly id: number };

/** To be used within a transaction. */
export function createCreditFinder(db: Connection): CreditFinder {
  const credits = new Credits(db);
  return inOneMoment(db, (key, id) => credits.find(key, id));
}

class Credits {
  readonly #db: Connection;
  readonly #rows: ReturnType<typeof storedRowsOf>;
  readonly #visits: ReturnType<typeof visitsOfPersonIn>;
  readonly #isTouch;
  readonly #oneUserOf;
  readonly #touchOf;
  readonly #pageOf;

  constructor(db: Connection) {
    this.#db = db;
    this.#rows = storedRowsOf(db);
    this.#visits = visitsOfPersonIn(db);
    this.#isTouch = db.prepare('SELECT is_touch FROM touches WHERE id = ?').pluck();
    this.#oneUserOf = db.prepare(ONE_USER).pluck();
    this.#touchOf = db.prepare(TOUCH);
    this.#pageOf = db.prepare(PAGE);
  }

  find(key: string, id: EventId): CreditedEvent | null {
    const facts = this.#factsOf(key, id);
    if (facts === null) return null;
    const { event, session: named } = facts;
    const { project, type, conversion, order_id: orderId, bot, stitched, user } = event;
    const isPart = named !== null && isPartOfSession(event.origin === SERVER, named.bot !== BOT.none);
    const session = isPart ? named : null;
    const person = this.#personOf(event, session?.visitor ?? event.visitor);
    const credit = this.#creditFor(facts, { session, person });
    return {
      project,
      type,
      conversion,
      orderId,
      user,
      session: session?.id ?? null,
      sessionClassification: session?.bot_verdict ?? null,
      isBorrowed: session !== null && stitched === SESSION_BY.order,
      person,
      bot: Math.max(bot, session?.bot ?? BOT.none) as BotCode,
      attribution: this.#describe(credit),
      creditedSession: credit.session,
    };
  }

  #factsOf(key: string, id: EventId): Facts | null {
    const project = projectNumber(this.#db, key);
    const event = project === undefined ? undefined : this.#rows.event(project, id);
    if (event === undefined) return null;
    const named = event.exclusion === null ? (event.session as number | null) : null;
    const session = named === null ? undefined : this.#rows.session(named);
    return {
      event: event as unknown as EventRow,
      session: (session as unknown as SessionRow | undefined) ?? null,
      isTouch: this.#isTouch.get(event.touch) === 1,
    };
  }

  #personOf({ project, user: named }: EventRow, visitor: number | null): Person | null {
    const user = named ?? (this.#oneUserOf.get(visitor) as number | null);
    if (user !== null) return { project, user };
    return visitor === null ? null : { visitor };
  }

  #creditFor(
    { event, isTouch }: Facts,
    { session, person }: { readonly session: SessionRow | null; readonly person: Person | null },
  ): Credit & { readonly session: number | null } {
    const credit = creditOf(
      {
        at: event.at,
        fromServer: event.origin === SERVER,
        isTouch,
        person,
        session: session === null || session.first_at === null ? null : visitOf(session),
      },
      this.#visits,
    );
    if (credit !== 'event') return credit;
    const { touch, at, click_ids: clickIds, page } = event;
    return { touch, at, clickIds, page, session: null };
  }

  #describe({ touch, at, clickIds, page }: Credit): Attribution {
    const words = this.#touchOf.get(touch) as Readonly<Record<string, unknown>> | undefined;
    return {
      touch: words === undefined ? null : readTouch(words),
      at,
      clickIds: clickIds === null ? null : (JSON.parse(clickIds) as Record<string, string>),
      landingPage: (this.#pageOf.get(page) as Page | undefined) ?? null,
    };
  }
}
