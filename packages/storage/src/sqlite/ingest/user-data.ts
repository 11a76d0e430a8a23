import type { EventId } from '@cvq/contract';
import { ENHANCE } from '@cvq/contract/constants';
import type { Connection } from '../open-database.ts';
import { BOT, exclusionCode, originCode, SESSION_BY } from '../row-codes.ts';

/** Session and user by which it serves other conversions are those of the row, which tells of a repeat what was stored. */
const INSERT = `
  INSERT INTO user_data (project, ms, suffix, sealed, received_at, session, user)
  SELECT given.project, given.ms, given.suffix, given.sealed, given.received_at,
    iif(events.stitched = ${SESSION_BY.client}, events.session, NULL),
    iif(events.type IN (SELECT id FROM strings WHERE value = '${ENHANCE}'), NULL, events.user)
  FROM (SELECT ? AS project, ? AS ms, ? AS suffix, ? AS sealed, ? AS received_at) given
  LEFT JOIN events ON events.project = given.project AND events.ms = given.ms AND events.suffix = given.suffix
    AND events.bot = ${BOT.none} AND events.origin <> ${originCode('pixel')}
    AND (events.exclusion IS NULL OR events.exclusion = ${exclusionCode('user_update')})
  WHERE true ON CONFLICT DO NOTHING`;

/** Keeps the sealed user data of events beside them. */
export class UserDataTable {
  readonly #insert;

  constructor(db: Connection) {
    this.#insert = db.prepare(INSERT);
  }

  /** Keeps user data, unless its event has some already. To be called when the event is stored. */
  add(project: number, { ms, suffix }: EventId, of: { sealed: Uint8Array; receivedAt: number }): void {
    this.#insert.run(project, ms, suffix, of.sealed, of.receivedAt);
  }
}
