import type { EventId } from '@cvq/contract';
import type { Connection } from '../open-database.ts';

const INSERT = `
  INSERT INTO user_data (project, ms, suffix, sealed, received_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;

/** Keeps the sealed user data of events beside them. */
export class UserDataTable {
  readonly #insert;

  constructor(db: Connection) {
    this.#insert = db.prepare(INSERT);
  }

  /** Keeps user data, unless its event has some already. */
  add(project: number, { ms, suffix }: EventId, of: { sealed: Uint8Array; receivedAt: number }): void {
    this.#insert.run(project, ms, suffix, of.sealed, of.receivedAt);
  }
}
