import type { Connection } from '../open-database.ts';
import {
  type ArchivedVisit,
  type ArchivedVisits,
  type UserOfProject,
  VISITS_OF_USER,
  VISITS_OF_VISITOR,
  type VisitWindow,
} from './archived-sessions.ts';
import { ARCHIVED_SESSIONS, KIND } from './archived-tables.ts';
import { type BlockHead, Blocks } from './blocks.ts';

type Of = { readonly project: number; readonly column: 'visitor' | 'user'; readonly wanted: number };

/** Of blocks that an earlier version has stored only what may be credited is in the index. */
const UNINDEXED = `
  SELECT block FROM unindexed_blocks WHERE kind = ${KIND.sessions} AND project = ?`;

/** Finds all archived sessions of somebody, also those that cannot be credited. */
export class EveryVisit implements ArchivedVisits {
  readonly #blocks: Blocks;
  readonly #projectOf;
  readonly #ofVisitor;
  readonly #ofUser;
  readonly #unindexed;

  constructor(db: Connection) {
    this.#blocks = new Blocks(db, ARCHIVED_SESSIONS);
    this.#projectOf = db.prepare('SELECT project FROM visitors WHERE id = ?').pluck();
    this.#ofVisitor = db.prepare(VISITS_OF_VISITOR);
    this.#ofUser = db.prepare(VISITS_OF_USER);
    this.#unindexed = db.prepare(UNINDEXED).pluck();
  }

  visitsOfVisitor(visitor: number, window: VisitWindow): ArchivedVisit[] {
    const project = this.projectOf(visitor);
    if (project === undefined) return [];
    const indexed = this.#ofVisitor.all(visitor, window.from, window.to) as ArchivedVisit[];
    return [...indexed, ...this.#unindexedVisits({ project, column: 'visitor', wanted: visitor }, window)];
  }

  visitsOfUser({ project, user }: UserOfProject, window: VisitWindow): ArchivedVisit[] {
    const indexed = this.#ofUser.all(user, window.from, window.to, project) as ArchivedVisit[];
    return [...indexed, ...this.#unindexedVisits({ project, column: 'user', wanted: user }, window)];
  }

  projectOf(visitor: number): number | undefined {
    return this.#projectOf.get(visitor) as number | undefined;
  }

  *#unindexedVisits(of: Of, { from, to }: VisitWindow): Iterable<ArchivedVisit> {
    for (const id of this.#unindexed.all(of.project) as number[]) {
      const block = this.#blocks.head(id);
      if (block !== undefined && block.firstKey <= to && block.lastKey >= from)
        yield* this.#visitsIn(block, of, { from, to });
    }
  }

  *#visitsIn(block: BlockHead, { column, wanted }: Of, { from, to }: VisitWindow): Iterable<ArchivedVisit> {
    const values = this.#blocks.column(block, column);
    if (!values.includes(wanted)) return;
    const [ids, users, touches] = ['id', 'user', 'is_touch'].map((name) => this.#blocks.column(block, name));
    const times = this.#blocks.column(block, 'first_at') as readonly number[];
    const taken = this.#blocks.taken(block);
    for (let place = 0; place < block.rows; place += 1) {
      const isTheirs = values[place] === wanted && (column === 'user' || users?.[place] === null);
      const at = times[place] as number;
      if (isTheirs && touches?.[place] === 0 && at >= from && at <= to && !taken.has(place))
        yield { session: ids?.[place] as number, at };
    }
  }
}
