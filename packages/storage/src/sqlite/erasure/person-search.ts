import type { EventId } from '@cvq/contract';
import type { ErasureSubject } from '../../erasures.ts';
import { type StoredRows, storedRowsOf } from '../archive/stored-rows.ts';
import type { Connection } from '../open-database.ts';
import { visitorSourceCode } from '../row-codes.ts';
import { rowsOf } from '../rows-of.ts';
import { visitorKeyOf } from '../visitor-key.ts';
import { ArchivedPerson } from './archived-person.ts';

/** The person of an erasure, by the numbers that rows have. */
export type Whom = {
  /** Users, by those numbers too that an interrupted erasure has given them. */
  readonly users: readonly number[];
  /** How many users these are. */
  readonly userCount: number;
  /** Visitors that are this person and no one else, or one that was asked for by itself. */
  readonly visitors: readonly number[];
  /** Events of nobody that carry the address. */
  readonly events: readonly EventId[];
  /** What names the person in texts. */
  readonly ids: readonly string[];
  /** Sessions that name one of the users. */
  readonly sessions: readonly number[];
};

type Found = {
  readonly users: Set<number>;
  readonly visitors: Set<number>;
  readonly events: EventId[];
  readonly ids: Set<string>;
};

/** So many rows are looked through before others have their turn. */
const AT_ONCE = 20_000;
/** So many events are handed out at a time. */
const PART = 500;

const OF_PERSON = `(
    user IN temp.erased_users
    OR user IS NULL AND (visitor IN temp.erased_visitors OR session IN temp.erased_sessions)
  )`;
const FIND_SESSIONS = `
  INSERT OR IGNORE INTO temp.erased_sessions
  SELECT id FROM sessions WHERE visitor IN temp.erased_visitors`;

/** Visitors identified as a user and as no other, an interrupted erasure's second number aside. */
const ALONE = `
  SELECT DISTINCT visitor FROM identifications one
  WHERE project = :project AND user = :user AND visitor <> 0 AND NOT EXISTS (
    SELECT 1 FROM identifications other
    WHERE other.visitor = one.visitor AND other.user <> :user
      AND NOT EXISTS (
        SELECT 1 FROM renamed_users
        WHERE project = :project AND user IN (:user, other.user) AND becomes IN (:user, other.user)
      )
  )`;
/** A user is known by two numbers while it is being erased. */
const SAME_USERS = `
  SELECT :user AS user UNION
  SELECT becomes FROM renamed_users WHERE project = :project AND user = :user UNION
  SELECT user FROM renamed_users WHERE project = :project AND becomes = :user`;

/** Finds who a person is, and what events are its: those that name the user, and those that name nobody of its visitors. */
export class PersonSearch {
  readonly #project: number;
  readonly #sql: ReturnType<typeof prepare>;
  readonly #rows: StoredRows;
  readonly #archived: ArchivedPerson;
  #person: Pick<Whom, 'users' | 'visitors'> = { users: [], visitors: [] };

  /** `db`: a connection that keeps temporary tables in memory. */
  constructor(db: Connection, project: number) {
    db.exec(`
      CREATE TEMP TABLE IF NOT EXISTS erased_users (id INTEGER PRIMARY KEY);
      CREATE TEMP TABLE IF NOT EXISTS erased_visitors (id INTEGER PRIMARY KEY);
      CREATE TEMP TABLE IF NOT EXISTS erased_sessions (id INTEGER PRIMARY KEY);
      DELETE FROM temp.erased_users;
      DELETE FROM temp.erased_visitors;
      DELETE FROM temp.erased_sessions;`);
    this.#project = project;
    this.#sql = prepare(db);
    this.#rows = storedRowsOf(db);
    this.#archived = new ArchivedPerson(db, project);
  }

  /** Who is meant, which may be nobody. From then on `events` are this person's. */
  find(subject: ErasureSubject): Whom {
    const found: Found = { users: new Set(), visitors: new Set(), events: [], ids: new Set() };
    if ('userId' in subject) this.#addUserId(found, subject.userId);
    else if ('visitorId' in subject) this.#addVisitorId(found, subject.visitorId);
    else this.#addEmail(found, subject);
    for (const user of found.users) this.#sql.addUser.run(user);
    for (const visitor of found.visitors) this.#sql.addVisitor.run(visitor);
    this.#sql.findSessions.run();
    for (const id of this.#archived.sessions('visitor', found.visitors)) this.#sql.addSession.run(id);
    this.#person = { users: [...found.users], visitors: [...found.visitors] };
    return {
      users: [...found.users],
      userCount: [...found.users].filter((user) => this.#sql.isSecond.get(this.#project, user) === undefined)
        .length,
      visitors: [...found.visitors],
      events: found.events,
      ids: [...found.ids],
      sessions: [
        ...[...found.users].flatMap((user) => this.#sql.sessionsOfUser.all(user, this.#project) as number[]),
        ...this.#archived.sessions('user', found.users),
      ],
    };
  }

  /** The events of the person, a part at a time: those of rows, then those of blocks. */
  *events(): Iterable<EventId[]> {
    yield* this.#eventsInRows();
    const sessions = new Set(this.#sql.sessions.all() as number[]);
    const { users, visitors } = this.#person;
    const person = { users: new Set(users), visitors: new Set(visitors), sessions };
    for (const found of this.#archived.events(person)) yield* partsOf(found);
  }

  *#eventsInRows(): Iterable<EventId[]> {
    let after: EventId = { ms: -1, suffix: '' };
    for (;;) {
      const until = this.#sql.next.get({ project: this.#project, ...after, atOnce: AT_ONCE }) as
        | EventId
        | undefined;
      const end = until ?? { ms: Number.MAX_SAFE_INTEGER, suffix: '' };
      const found = this.#sql.events.all({
        project: this.#project,
        ...after,
        endMs: end.ms,
        endSuffix: end.suffix,
      }) as EventId[];
      yield* partsOf(found);
      if (until === undefined) return;
      after = until;
    }
  }

  /** Finds sessions of the person that have begun since. */
  refresh(): void {
    this.#sql.findSessions.run();
  }

  /** Whether an event is the person's, as it stands now. */
  isOf({ ms, suffix }: EventId): boolean {
    return this.#sql.isOf.get(this.#project, ms, suffix) !== undefined;
  }

  #addUserId(found: Found, userId: string): void {
    found.ids.add(userId);
    const user = this.#sql.number.get(userId) as number | undefined;
    if (user !== undefined) this.#addUser(found, user);
    // Known by the user alone, in an event that does not name it beside.
    const visitor = this.#sql.visitorOfUser.get(this.#project, visitorKeyOf(userId)) as number | undefined;
    if (visitor !== undefined) found.visitors.add(visitor);
  }

  #addUser(found: Found, user: number): void {
    const { ids, users, visitors } = found;
    const same = this.#sql.sameUsers.all({ project: this.#project, user }) as number[];
    if (same.every((number) => users.has(number))) return;
    for (const number of same) {
      users.add(number);
      const text = this.#sql.text.get(number) as string;
      ids.add(text);
      const own = this.#sql.visitorOfUser.get(this.#project, visitorKeyOf(text)) as number | undefined;
      if (own !== undefined) visitors.add(own);
      for (const visitor of this.#sql.alone.all({ project: this.#project, user: number }) as number[])
        visitors.add(visitor);
    }
  }

  #addVisitorId(found: Found, visitorId: string): void {
    found.ids.add(visitorId);
    for (const visitor of this.#sql.visitorsOfId.all(this.#project, visitorKeyOf(visitorId)) as number[])
      this.#addVisitor(found, visitor);
  }

  /** A device that is one user's is that person's; one that several use stands for who uses it without a name. */
  #addVisitor(found: Found, visitor: number): void {
    found.visitors.add(visitor);
    const users = this.#sql.usersOf.all(visitor) as number[];
    const [user] = users;
    if (user === undefined) return;
    const same = new Set(this.#sql.sameUsers.all({ project: this.#project, user }) as number[]);
    if (users.every((other) => same.has(other))) this.#addUser(found, user);
  }

  #addEmail(found: Found, { email, isOf }: Extract<ErasureSubject, { email: string }>): void {
    const spellings = this.#sql.spellings.all({ project: this.#project, email: email.toLowerCase() });
    for (const spelling of new Set([email, ...(spellings as string[])])) this.#addUserId(found, spelling);
    for (const row of rowsOf<EventId & { sealed: Uint8Array }>(this.#sql.userData, this.#project))
      if (isOf(row.sealed)) found.events.push({ ms: row.ms, suffix: row.suffix });
    for (const { ms, suffix } of found.events) {
      const event = this.#rows.event(this.#project, { ms, suffix });
      if (event === undefined) continue;
      const { user, visitor, session } = event as { readonly [name: string]: number | null };
      const ofSession = session == null ? null : (this.#rows.session(session)?.visitor as number | null);
      if (user != null) this.#addUser(found, user);
      else if (ofSession ?? visitor) this.#addVisitor(found, (ofSession ?? visitor) as number);
    }
  }
}

function* partsOf(found: readonly EventId[]): Iterable<EventId[]> {
  for (let from = 0; from === 0 || from < found.length; from += PART) yield found.slice(from, from + PART);
}

function prepare(db: Connection) {
  const userVisitor = visitorSourceCode('user');
  return {
    addUser: db.prepare('INSERT INTO temp.erased_users VALUES (?)'),
    addVisitor: db.prepare('INSERT INTO temp.erased_visitors VALUES (?)'),
    findSessions: db.prepare(FIND_SESSIONS),
    number: db.prepare('SELECT id FROM strings WHERE value = ?').pluck(),
    text: db.prepare('SELECT value FROM strings WHERE id = ?').pluck(),
    // Of user ids that are the address in any case.
    spellings: db
      .prepare(`
        SELECT value FROM strings WHERE lower(value) = :email UNION
        SELECT key FROM visitors
        WHERE project = :project AND source = ${userVisitor} AND lower(key) = :email`)
      .pluck(),
    sameUsers: db.prepare(SAME_USERS).pluck(),
    isSecond: db.prepare('SELECT 1 FROM renamed_users WHERE project = ? AND becomes = ?'),
    alone: db.prepare(ALONE).pluck(),
    usersOf: db.prepare('SELECT DISTINCT user FROM identifications WHERE visitor = ?').pluck(),
    visitorOfUser: db
      .prepare(`SELECT id FROM visitors WHERE project = ? AND key = ? AND source = ${userVisitor}`)
      .pluck(),
    visitorsOfId: db
      .prepare(`SELECT id FROM visitors WHERE project = ? AND key = ? AND source <> ${userVisitor}`)
      .pluck(),
    userData: db.prepare('SELECT ms, suffix, sealed FROM user_data WHERE project = ?'),
    addSession: db.prepare('INSERT OR IGNORE INTO temp.erased_sessions VALUES (?)'),
    sessions: db.prepare('SELECT id FROM temp.erased_sessions').pluck(),
    sessionsOfUser: db.prepare('SELECT id FROM sessions WHERE user = ? AND project = ?').pluck(),
    next: db.prepare(`
      SELECT ms, suffix FROM events WHERE project = :project AND (ms, suffix) > (:ms, :suffix)
      ORDER BY ms, suffix LIMIT 1 OFFSET :atOnce`),
    events: db.prepare(`
      SELECT ms, suffix FROM events
      WHERE project = :project AND (ms, suffix) > (:ms, :suffix) AND (ms, suffix) <= (:endMs, :endSuffix)
        AND ${OF_PERSON}`),
    isOf: db.prepare(`SELECT 1 FROM events WHERE project = ? AND ms = ? AND suffix = ? AND ${OF_PERSON}`),
  };
}
