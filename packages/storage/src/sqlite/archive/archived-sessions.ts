import type { Connection } from '../open-database.ts';
import { BOT } from '../row-codes.ts';
import { ARCHIVED_SESSIONS } from './archived-tables.ts';
import { type BlockPlace, Blocks } from './blocks.ts';
import { hashOfName } from './hash-of-name.ts';
import type { Row } from './row-block.ts';

type Range = { readonly from: number; readonly until: number };
/** A session by its id, and when it began. */
export type ArchivedVisit = { readonly session: number; readonly at: number };
export type UserOfProject = { readonly project: number; readonly user: number };
/** Epoch milliseconds, both included. */
export type VisitWindow = { readonly from: number; readonly to: number };

/** SQL of archived visits: of a visitor between two instants, and of a user between these and of a project. */
export const VISITS_OF_VISITOR =
  'SELECT session, at FROM archived_visits WHERE visitor = ? AND at BETWEEN ? AND ?';
// The same user may be of many projects, whose blocks are none of each other's business.
export const VISITS_OF_USER = `
  SELECT session, at FROM archived_visits_of_users
  JOIN archived_sessions ON archived_sessions.id = session JOIN blocks ON blocks.id = block
  WHERE user = ? AND at BETWEEN ? AND ? AND project = ?`;

/** Where archived sessions are found by whose visits they are. */
export type ArchivedVisits = {
  /** Those of a visitor that name no user. */
  visitsOfVisitor(visitor: number, window: VisitWindow): ArchivedVisit[];
  /** Those of a project that name a user. */
  visitsOfUser(user: UserOfProject, window: VisitWindow): ArchivedVisit[];
};

/** Reads sessions that are archived: those that are in no row. */
export class ArchivedSessions implements ArchivedVisits {
  readonly #blocks: Blocks;
  readonly #blockOf;
  readonly #named;
  readonly #ofVisitor;
  readonly #ofUser;

  constructor(db: Connection) {
    this.#blocks = new Blocks(db, ARCHIVED_SESSIONS);
    this.#blockOf = db.prepare('SELECT block FROM archived_sessions WHERE id = ?').pluck();
    this.#named = db
      .prepare('SELECT session FROM archived_session_names WHERE project = ? AND hash = ?')
      .pluck();
    this.#ofVisitor = db.prepare(`${VISITS_OF_VISITOR} AND is_touch = 1`);
    this.#ofUser = db.prepare(`${VISITS_OF_USER} AND is_touch = 1`);
  }

  get(id: number, names?: readonly string[]): Row | undefined {
    const place = this.find(id);
    return place && this.#blocks.row(place, names);
  }

  find(id: number): BlockPlace | undefined {
    const number = this.#blockOf.get(id) as number | undefined;
    const block = number === undefined ? undefined : this.#blocks.head(number);
    if (block === undefined) return undefined;
    return { block, place: this.#blocks.column(block, 'id').indexOf(id) };
  }

  /** The session that a client named so. */
  named(project: number, name: string): number | undefined {
    const found = this.#named.all(project, hashOfName(name)) as number[];
    return found.find((id) => this.get(id, ['key'])?.key === name);
  }

  /** Sessions that began in a range, with some of their columns, in no order. */
  *begunDuring(project: number, range: Range, names: readonly string[]): Iterable<Row> {
    for (const place of this.placesOfBegun(project, range)) yield this.#blocks.row(place, names);
  }

  /** Where they lie, of all or of those of a visitor. */
  *placesOfBegun(project: number, { from, until }: Range, visitor?: number): Iterable<BlockPlace> {
    for (const block of this.#blocks.ofKeys(project, { from, until })) {
      const times = this.#blocks.column(block, 'first_at') as readonly number[];
      const visitors = visitor === undefined ? null : this.#blocks.column(block, 'visitor');
      const taken = this.#blocks.taken(block);
      for (let place = 0; place < block.rows; place += 1) {
        const at = times[place] as number;
        const isWanted = at >= from && at < until && (visitors === null || visitors[place] === visitor);
        if (isWanted && !taken.has(place)) yield { block, place };
      }
    }
  }

  /** The sessions of a visitor that name no user and may be credited. */
  visitsOfVisitor(visitor: number, { from, to }: VisitWindow): ArchivedVisit[] {
    return this.#ofVisitor.all(visitor, from, to) as ArchivedVisit[];
  }

  /** The sessions of a project that name a user, and may be credited. */
  visitsOfUser({ project, user }: UserOfProject, { from, to }: VisitWindow): ArchivedVisit[] {
    return this.#ofUser.all(user, from, to, project) as ArchivedVisit[];
  }

  /** Those of bots that last until an instant or longer. */
  *botsSince(project: number, at: number): Iterable<number> {
    for (const block of this.#blocks.during(project, { from: at, until: Number.MAX_SAFE_INTEGER })) {
      const [ids, bots] = [this.#blocks.column(block, 'id'), this.#blocks.column(block, 'bot')];
      if (bots.every((bot) => bot === BOT.none)) continue;
      const taken = this.#blocks.taken(block);
      for (let place = 0; place < block.rows; place += 1)
        if (bots[place] !== BOT.none && !taken.has(place)) yield ids[place] as number;
    }
  }

  row(place: BlockPlace): Row {
    return this.#blocks.row(place);
  }
}
