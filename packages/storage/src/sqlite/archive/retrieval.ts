import type { EventId } from '@cvq/contract';
import { SESSION_IDLE_MS, SESSION_MAX_MS } from '@cvq/contract/constants';
import type { Connection } from '../open-database.ts';
import { CONVERSION, originOf, SESSION_BY } from '../row-codes.ts';
import { archiveOf } from './archive-of.ts';
import type { ArchivedEvents } from './archived-events.ts';
import { unindexSessionIn } from './archived-session-index.ts';
import type { ArchivedSessions } from './archived-sessions.ts';
import { ARCHIVED_EVENTS, ARCHIVED_SESSIONS, type ArchivedTable, namesOf } from './archived-tables.ts';
import type { Cell } from './block-directory.ts';
import type { BlockPlace } from './blocks.ts';
import type { Row } from './row-block.ts';

/** A visitor of a project around a time. */
type Around = { readonly project: number; readonly visitor: number; readonly at: number };
type ArchivedReports = {
  readonly project: number;
  readonly session: number;
  readonly from: number;
  readonly to: number;
};

const NEIGHBOURHOOD_MS = SESSION_IDLE_MS + SESSION_MAX_MS;

/**
 * Puts archived rows back into their tables, in the transaction of the writer who is about to change them. What is archived
 * itself is never changed. To put a row back changes nothing that anybody reads.
 */
export class Retrieval {
  readonly #events: ArchivedEvents;
  readonly #sessions: ArchivedSessions;
  readonly #readArchivedBefore;
  readonly #move;
  readonly #take;
  readonly #putEvent;
  readonly #putSession;
  readonly #unindex;
  #archivedBefore = 0;

  constructor(db: Connection) {
    this.#events = archiveOf(db).events;
    this.#sessions = archiveOf(db).sessions;
    this.#readArchivedBefore = db.prepare('SELECT archived_before FROM watched WHERE id = 1').pluck();
    this.#move = db.prepare('UPDATE watched SET moving = ? WHERE id = 1');
    this.#take = db.prepare('INSERT INTO taken (block, place) VALUES (?, ?)');
    this.#putEvent = putInto(db, ARCHIVED_EVENTS);
    this.#putSession = putInto(db, ARCHIVED_SESSIONS);
    this.#unindex = unindexSessionIn(db);
  }

  /** To be called when a transaction begins. */
  begin(): void {
    this.#archivedBefore = this.#readArchivedBefore.get() as number;
  }

  /** False for a time from which nothing is archived, as that of almost every new event. */
  reaches(ms: number): boolean {
    return ms < this.#archivedBefore;
  }

  /** The origin of an archived event, as its row has it. */
  originOf(project: number, key: EventId): number | undefined {
    if (!this.reaches(key.ms)) return undefined;
    const place = this.#events.find(project, key);
    return place && (this.#events.row(place, ['origin']).origin as number);
  }

  /** True where the event was archived. */
  takeEvent(project: number, key: EventId): boolean {
    const place = this.reaches(key.ms) ? this.#events.find(project, key) : undefined;
    if (place === undefined) return false;
    this.#takeEventAt(place);
    return true;
  }

  /** True where the session was archived. */
  takeSession(id: number): boolean {
    const place = this.#archivedBefore === 0 ? undefined : this.#sessions.find(id);
    if (place === undefined) return false;
    this.#takeSessionAt(place);
    return true;
  }

  /** The archived session that a client named so. */
  sessionNamed(project: number, name: string): number | undefined {
    return this.#archivedBefore === 0 ? undefined : this.#sessions.named(project, name);
  }

  /** False where no session that an event of this time may be part of, or may join, is archived. */
  reachesAround(at: number): boolean {
    return this.reaches(at - NEIGHBOURHOOD_MS);
  }

  /** All sessions of a visitor that an event of this time may be part of, or may join. */
  takeSessionsAround({ project, visitor, at }: Around): void {
    const range = { from: at - NEIGHBOURHOOD_MS, until: at + SESSION_IDLE_MS + 1 };
    if (!this.reachesAround(at)) return;
    for (const place of [...this.#sessions.placesOfBegun(project, range, visitor)])
      this.#takeSessionAt(place);
  }

  /**
   * All events of a visitor whose client named no session, of some time before and after an instant, with the sessions
   * that they are in.
   */
  takeEventsAround({ project, visitor, at }: Around, reachMs: number): void {
    const range = { from: at - reachMs, until: at + reachMs + 1 };
    if (!this.reaches(range.from)) return;
    for (const place of [...this.#events.placesDuring(project, range, 'visitor', visitor)]) {
      const { stitched, session } = this.#events.row(place, ['stitched', 'session']);
      if (stitched !== SESSION_BY.visitor) continue;
      this.#takeEventAt(place);
      this.takeSession(session as number);
    }
  }

  /** The conversions that browsers have reported in a session. */
  takeReportsOf({ project, session, from, to }: ArchivedReports): void {
    if (!this.reaches(from)) return;
    for (const place of [
      ...this.#events.placesDuring(project, { from, until: to + 1 }, 'session', session),
    ]) {
      const { conversion, origin } = this.#events.row(place, ['conversion', 'origin']);
      if (conversion !== CONVERSION.none && originOf(origin as number) !== 'server') this.#takeEventAt(place);
    }
  }

  #takeEventAt(place: BlockPlace): void {
    this.#inPlaceOf(place, () => this.#putEvent(this.#events.row(place)));
  }

  #takeSessionAt(place: BlockPlace): void {
    const row = this.#sessions.row(place);
    this.#inPlaceOf(place, () => this.#putSession(row));
    this.#unindex(row);
  }

  #inPlaceOf({ block, place }: BlockPlace, put: () => void): void {
    this.#move.run(1);
    this.#take.run(block.id, place);
    put();
    this.#move.run(0);
  }
}

/** Puts a row into its table. */
function putInto(db: Connection, table: ArchivedTable): (row: Row) => void {
  const names = namesOf(table);
  const insert = db.prepare(
    `INSERT INTO ${table.name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  return (row) => void insert.run(...names.map((name) => row[name] as Cell));
}
