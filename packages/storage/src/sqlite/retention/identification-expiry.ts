import { ARCHIVED_EVENTS } from '../archive/archived-tables.ts';
import { Blocks } from '../archive/blocks.ts';
import { ChangeReader } from '../changes.ts';
import { inOneMoment } from '../in-one-moment.ts';
import { isBelieved } from '../ingest/identifications.ts';
import type { Interruption } from '../interruption.ts';
import type { Connection } from '../open-database.ts';
import { exclusionOf, originCode, originOf } from '../row-codes.ts';

export type Identification = { readonly visitor: number; readonly user: number };
type Named = { readonly [Name in (typeof NAMED)[number]]: number | null };

const NAMED = ['visitor', 'user', 'origin', 'exclusion'] as const;

const BROWSER = originCode('browser');

/** By a browser's own events. What a backend said of a session goes with the session. */
const OF_VISITORS = 'SELECT visitor, user FROM identifications WHERE project = ? AND session = 0';
const FORGET = 'DELETE FROM identifications WHERE project = ? AND user = ? AND visitor = ? AND session = 0';

const IS_NAMED = `visitor IS NOT NULL AND user IS NOT NULL AND origin = ${BROWSER}`;
const IN_ROWS = `SELECT DISTINCT ${NAMED.join(', ')} FROM events WHERE project = ? AND ${IS_NAMED}`;
const IN_ROW = `SELECT ${NAMED.join(', ')} FROM events WHERE project = ? AND ms = ? AND suffix = ?`;

/**
 * Forgets whom visitors were identified as, once no event is left that tells of it. Identifications have no time: a visitor
 * who names the same user again would cost the writer a row each time. So the events that are left are looked at, as with
 * each pass of retention.
 */
export class IdentificationExpiry {
  readonly #interruption: Interruption | undefined;
  readonly #blocks: Blocks;
  readonly #changes: ChangeReader;
  readonly #findUntold;
  readonly #sql;
  /** Users by visitor. */
  #untold = new Map<number, Set<number>>();
  #isKnown = false;

  constructor(db: Connection, interruption: Interruption | undefined) {
    this.#interruption = interruption;
    this.#blocks = new Blocks(db, ARCHIVED_EVENTS);
    this.#changes = new ChangeReader(db);
    this.#findUntold = inOneMoment(db, (project: number) => this.#find(project));
    this.#sql = {
      ofVisitors: db.prepare(OF_VISITORS),
      inRows: db.prepare(IN_ROWS),
      inRow: db.prepare(IN_ROW),
      forget: db.prepare(FORGET),
      isRenaming: db.prepare('SELECT 1 FROM renamed_users WHERE project = ? LIMIT 1'),
      forgetNumbers: db.prepare('UPDATE forgotten_words SET count = count + 1'),
    };
  }

  /**
   * Those of a project that no event tells of.
   * @throws BlockBroken
   */
  untold(project: number): Identification[] {
    this.#changes.next();
    this.#isKnown = true;
    this.#untold = new Map();
    this.#findUntold(project);
    return [...this.#untold].flatMap(([visitor, users]) => [...users].map((user) => ({ visitor, user })));
  }

  /** To be called when a transaction begins: what was stored since may tell of some. False once that is not known. */
  applyChanges(project: number): boolean {
    const changes = this.#changes.next();
    this.#isKnown &&= changes !== null;
    for (const [of, ms, suffix] of changes?.flatMap(({ events }) => events) ?? []) {
      const row = of === project ? this.#sql.inRow.get(project, ms, suffix) : undefined;
      if (row !== undefined) this.#hear(row as Named);
    }
    // Events and identifications of who is being erased have different names meanwhile.
    if (this.#sql.isRenaming.get(project) !== undefined) this.#untold.clear();
    return this.#isKnown;
  }

  forget(project: number, { visitor, user }: Identification): void {
    if (!this.#isKnown || !this.#untold.get(visitor)?.has(user)) return;
    this.#sql.forget.run(project, user, visitor);
    // Whoever stores events may have in memory that it is there.
    this.#sql.forgetNumbers.run();
  }

  #find(project: number): void {
    for (const { visitor, user } of this.#sql.ofVisitors.all(project) as Identification[]) {
      const users = this.#untold.get(visitor);
      if (users === undefined) this.#untold.set(visitor, new Set([user]));
      else users.add(user);
    }
    for (const block of this.#blocks.from(project, 0)) {
      if (this.#untold.size === 0) return;
      this.#interruption?.check();
      const [visitors, users, origins, exclusions] = NAMED.map((name) => this.#blocks.column(block, name));
      const taken = this.#blocks.taken(block);
      for (let place = 0; place < block.rows; place += 1)
        if (users?.[place] != null && !taken.has(place))
          this.#hear({
            visitor: visitors?.[place] as number | null,
            user: users[place] as number,
            origin: origins?.[place] as number,
            exclusion: (exclusions?.[place] ?? null) as number | null,
          });
    }
    if (this.#untold.size > 0) for (const row of this.#sql.inRows.all(project) as Named[]) this.#hear(row);
  }

  /** Of an event that is there. */
  #hear({ visitor, user, origin, exclusion }: Named): void {
    if (visitor === null || user === null || origin !== BROWSER) return;
    if (!isBelieved({ origin: originOf(origin), exclusion: exclusionOf(exclusion) })) return;
    const users = this.#untold.get(visitor);
    if (users?.delete(user) && users.size === 0) this.#untold.delete(visitor);
  }
}
