import type { EventRecord } from '../../event-record.ts';
import type { Connection } from '../open-database.ts';

type Identified = { readonly project: number; readonly user: number };
type Named = Pick<EventRecord, 'origin'> & {
  readonly visitor: number | null;
  readonly session: number | null;
};

const OF_VISITOR = `
  INSERT INTO identifications (project, user, visitor, session) VALUES (?, ?, ?, 0) ON CONFLICT DO NOTHING`;

/** A session that no browser has been seen in has no visitor: its row waits for one, see `migrations/persons.ts`. */
const OF_SESSION = `
  INSERT INTO identifications (project, user, visitor, session)
  SELECT :project, :user, coalesce(visitor, 0), id FROM sessions WHERE id = :session
  ON CONFLICT DO NOTHING`;

/**
 * Which users visitors were identified as: by a browser's event its own visitor, by a backend's the visitor of the
 * session that it names, whoever that turns out to be.
 */
export class Identifications {
  readonly #ofVisitor;
  readonly #ofSession;
  #pending: (Identified & { readonly session: number })[] = [];

  constructor(db: Connection) {
    this.#ofVisitor = db.prepare(OF_VISITOR);
    this.#ofSession = db.prepare(OF_SESSION);
  }

  /** An event named a user. A session is looked at once the commit has written it, by `applyPending`. */
  add({ project, user }: Identified, { origin, visitor, session }: Named): void {
    if (origin === 'server') {
      if (session !== null) this.#pending.push({ project, user, session });
    } else if (visitor !== null) this.#ofVisitor.run(project, user, visitor);
  }

  get hasPending(): boolean {
    return this.#pending.length > 0;
  }

  applyPending(): void {
    for (const { project, user, session } of this.#pending) this.#ofSession.run({ project, user, session });
    this.clear();
  }

  clear(): void {
    this.#pending = [];
  }
}

/** What a foreign host or a local page says of who somebody is counts as little as its events. */
export function isBelieved({ origin, exclusion }: EventRecord): boolean {
  return origin !== 'pixel' && exclusion !== 'foreign_host' && exclusion !== 'local_page';
}
