import { ARCHIVED_SESSIONS } from '../archive/archived-tables.ts';
import { BlockRenewal } from '../archive/block-renewal.ts';
import { Blocks } from '../archive/blocks.ts';
import { Retrieval } from '../archive/retrieval.ts';
import { ChangeNotes, ChangeReader } from '../changes.ts';
import { ShortTransactions } from '../erasure/short-transactions.ts';
import type { Interruption } from '../interruption.ts';
import { letOthersWrite } from '../let-others-write.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { EventDeletion } from './event-deletion.ts';
import { IdentificationExpiry } from './identification-expiry.ts';
import { type OldEvent, OldEvents } from './old-events.ts';
import { SessionEnds } from './session-ends.ts';

/** What a pass has deleted, and whether there is more for the next. */
export type Expired = { readonly events: number; readonly isMore: boolean };

/** What is asked: a project by its number, and the instant from which on it keeps all. */
type Past = { readonly project: number; readonly before: number };

type Steps<Item> = { readonly begin: () => void; readonly work: (item: Item) => void };

type Options = {
  /** Others have their turn after so long. */
  readonly passMs: number;
  readonly clock?: () => number;
  readonly interruption?: Interruption;
};

/** A transaction begins nothing more after so long: the writer waits for no more than this and a sync. */
const WORK_MS = 10;
const AT_ONCE = 500;

const NOTHING: Expired = { events: 0, isMore: false };

const OLD_SESSIONS = `
  SELECT id FROM sessions WHERE project = :project AND first_at < :before AND last_at < :before AND id > :after
  ORDER BY id LIMIT ${AT_ONCE}`;
/** The session of an event, unless that happened before. */
const REPORTED = 'SELECT session FROM events WHERE project = ? AND ms = ? AND suffix = ? AND at >= ?';
/** No browser reported in them, so that nothing says when they ended. */
const OF_SERVERS = 'SELECT 1 FROM sessions WHERE id = ? AND first_at IS NULL';

/**
 * Deletes for good what a project keeps no longer. A visit goes as a whole, once its last event is past the time: whole
 * sessions are what reports count. Every transaction leaves the store as it should be, so that the work can end anywhere,
 * and whoever begins it again goes on.
 */
export class RowExpiry {
  readonly #db: Connection;
  readonly #options: Options;
  readonly #transactions: ShortTransactions;
  readonly #deletion: EventDeletion;
  readonly #events: OldEvents;
  readonly #ends: SessionEnds;
  readonly #blocks: Blocks;
  readonly #renewal: BlockRenewal;
  readonly #identifications: IdentificationExpiry;
  readonly #oldSessions;
  readonly #isOfServers;
  readonly #changes: ChangeReader;
  readonly #reported;
  /** Sessions in which a backend has reported since; null while that is not known. */
  #kept: Set<number> | null = null;
  /** Up to when a project is done with. */
  readonly #doneBefore = new Map<number, number>();

  constructor(db: Connection, options: Options) {
    const notes = new ChangeNotes(db);
    const archive = new Retrieval(db);
    this.#db = db;
    this.#options = options;
    this.#transactions = new ShortTransactions(db, { notes, archive, signal: undefined });
    this.#deletion = new EventDeletion(db, { notes, archive });
    this.#events = new OldEvents(db);
    this.#ends = new SessionEnds(db);
    this.#blocks = new Blocks(db, ARCHIVED_SESSIONS);
    this.#renewal = new BlockRenewal(db);
    this.#identifications = new IdentificationExpiry(db, options.interruption);
    this.#oldSessions = db.prepare(OLD_SESSIONS).pluck();
    this.#changes = new ChangeReader(db);
    this.#reported = db.prepare(REPORTED).pluck();
    this.#isOfServers = db.prepare(OF_SERVERS);
  }

  /**
   * Deletes what happened before an instant, within the time of a pass.
   * @throws SqliteError on a full disk, or where a writer is long at work; BlockBroken
   */
  expire(key: string, before: number): Expired {
    const project = projectNumber(this.#db, key);
    if (project === undefined || before <= (this.#doneBefore.get(project) ?? 0)) return NOTHING;
    const past = { project, before };
    const until = this.#now() + this.#options.passMs;
    this.#changes.next();
    this.#kept = null;
    let events = 0;
    const begin = () => this.#applyReports(past);
    for (const found of this.#events.before(project, before)) {
      const work = (event: OldEvent) => {
        if (!this.#isOver(past, event.session)) return;
        this.#deleteEvent(past, event);
        events += 1;
      };
      this.#each(found, { begin, work });
      if (this.#now() >= until) return { events, isMore: true };
    }
    for (const sessions of this.#sessionsBefore(past)) {
      const work = (session: number) => {
        if (this.#isOver(past, session)) this.#deletion.deleteSession(session);
      };
      this.#each(sessions, { begin, work });
      if (this.#now() >= until) return { events, isMore: true };
    }
    // What was taken from a block is in its body until then.
    while (this.#renewOne(project)) this.#options.interruption?.check();
    if (!this.#expireIdentifications(project)) return { events, isMore: true };
    this.#doneBefore.set(project, before);
    return { events, isMore: false };
  }

  /** False where it is not known what was stored meanwhile: the next pass looks again. */
  #expireIdentifications(project: number): boolean {
    let isKnown = true;
    const begin = () => {
      isKnown = this.#identifications.applyChanges(project);
    };
    this.#each(this.#identifications.untold(project), {
      begin,
      work: (identification) => this.#identifications.forget(project, identification),
    });
    return isKnown;
  }

  #renewOne(project: number): boolean {
    const startedAt = performance.now();
    const isRenewed = this.#renewal.renewOne(project);
    letOthersWrite(performance.now() - startedAt);
    return isRenewed;
  }

  #isOver(past: Past, session: number | null): boolean {
    return (
      session === null || (!this.#keptSessions(past).has(session) && this.#ends.of(session) < past.before)
    );
  }

  #keptSessions({ project, before }: Past): Set<number> {
    this.#kept ??= this.#ends.reportedSince(project, before);
    return this.#kept;
  }

  /** What was stored since the last look may be a backend's report in an old session. */
  #applyReports({ project, before }: Past): void {
    const changes = this.#changes.next();
    if (changes === null) this.#kept = null;
    for (const [of, ms, suffix] of changes?.flatMap(({ events }) => events) ?? []) {
      const session = of === project ? this.#reported.get(project, ms, suffix, before) : undefined;
      if (session != null) this.#kept?.add(session as number);
    }
  }

  #deleteEvent({ project, before }: Past, event: OldEvent): void {
    this.#deletion.deleteEvent(project, event, before);
    const { session } = event;
    if (session !== null && this.#isOfServers.get(session) !== undefined)
      this.#deletion.deleteSession(session);
  }

  *#sessionsBefore({ project, before }: Past): Iterable<readonly number[]> {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const found = this.#oldSessions.all({ project, before, after }) as number[];
      if (found.length > 0) yield found;
      after = found.length < AT_ONCE ? undefined : found.at(-1);
    }
    for (const block of this.#blocks.ofKeys(project, { from: 0, until: before })) {
      const [ids, ends] = ['id', 'last_at'].map((name) => this.#blocks.column(block, name) as number[]);
      const taken = this.#blocks.taken(block);
      yield (ids ?? []).filter((_, place) => !taken.has(place) && (ends?.[place] as number) < before);
    }
  }

  /** Each in one of several short transactions, between which others write: `begin` sees what they have. */
  #each<Item>(items: readonly Item[], { begin, work }: Steps<Item>): void {
    for (let next = 0; next < items.length; ) {
      this.#options.interruption?.check();
      const startedAt = performance.now();
      this.#transactions.run(() => {
        begin();
        while (next < items.length && performance.now() - startedAt < WORK_MS) {
          work(items[next] as Item);
          next += 1;
        }
      });
      letOthersWrite(performance.now() - startedAt);
    }
  }

  #now(): number {
    return (this.#options.clock ?? Date.now)();
  }
}
