import type { EventRecord } from '../../event-record.ts';
import type { Connection } from '../open-database.ts';

type Identified = { readonly project: number; readonly user: number };
type Named = Pick<EventRecord, 'origin'> & {
  readonly visitor: number | null;
  readonly session: number | null;
};

type OfSession = Identified & { readonly session: number };
type Last = { readonly visitor: number; readonly user: number };
const NOBODY: Last = { visitor: 0, user: 0 };

const OF_VISITOR = `
  INSERT INTO identifications (project, user, visitor, session) VALUES (?, ?, ?, 0) ON CONFLICT DO NOTHING`;

/** A session that no browser has been seen in has no visitor: its row waits for one. */
const OF_SESSION = `
  INSERT INTO identifications (project, user, visitor, session)
  SELECT ?, ?, coalesce(visitor, 0), id FROM sessions WHERE id = ?
  ON CONFLICT DO NOTHING`;

/** Rows are replaced and not changed: who has read the earlier ones reads on from there. */
const ADD_AGAIN = `
  INSERT INTO identifications (project, user, visitor, session)
  SELECT project, user, :visitor, session FROM identifications WHERE session = :session AND session <> 0
  ON CONFLICT DO NOTHING`;
const WITHDRAW = `
  DELETE FROM identifications WHERE session = :session AND session <> 0 AND visitor <> :visitor`;

/**
 * Which users visitors were identified as: by a browser's event its own visitor, by a backend's the visitor of the
 * session that it names, whoever that turns out to be.
 */
export class Identifications {
  readonly #ofVisitor;
  readonly #ofSession;
  readonly #addAgain;
  readonly #withdraw;
  #pending: OfSession[] = [];

  /** Neighbours in a commit are mostly of one visitor. */
  #last: Last = NOBODY;

  constructor(db: Connection) {
    this.#ofVisitor = db.prepare(OF_VISITOR);
    this.#ofSession = db.prepare(OF_SESSION);
    this.#addAgain = db.prepare(ADD_AGAIN);
    this.#withdraw = db.prepare(WITHDRAW);
  }

  /** An event named a user. A session is looked at once the commit has written it, by `applyPending`. */
  add({ project, user }: Identified, { origin, visitor, session }: Named): void {
    if (origin === 'server') {
      if (session === null || this.#isPending(session, user)) return;
      this.#pending.push({ project, user, session });
    } else if (visitor !== null && (visitor !== this.#last.visitor || user !== this.#last.user)) {
      this.#ofVisitor.run(project, user, visitor);
      this.#last = { visitor, user };
    }
  }

  /** A session that had a row turns out to be another visitor's, or to have one. */
  changeVisitor(session: number, visitor: number): void {
    if (this.#addAgain.run({ session, visitor }).changes > 0) this.#withdraw.run({ session, visitor });
  }

  /** To be called when a commit has written its sessions. */
  applyPending(): void {
    for (const { project, user, session } of this.#pending) this.#ofSession.run(project, user, session);
    this.clear();
  }

  /** The last one tells: the events of a session come one after the other. */
  #isPending(session: number, user: number): boolean {
    const last = this.#pending.at(-1);
    return last !== undefined && last.session === session && last.user === user;
  }

  /** To be called when a commit was rolled back. */
  clear(): void {
    if (this.#pending.length > 0) this.#pending = [];
    this.#last = NOBODY;
  }
}

/** What a foreign host or a local page says of who somebody is counts as little as its events. */
export function isBelieved({ origin, exclusion }: Pick<EventRecord, 'origin' | 'exclusion'>): boolean {
  return origin !== 'pixel' && exclusion !== 'foreign_host' && exclusion !== 'local_page';
}
