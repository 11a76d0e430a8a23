import { DAY_MS } from '@cvq/contract/constants';
import type { Migration } from '../migrate.ts';

/** The triggers that withdraw days, which what is archived or taken out does not concern: the rows stay what they are. */
const IS_CHANGED = '(SELECT moving FROM watched WHERE id = 1) = 0';
const BEFORE = '(SELECT stored_before FROM watched WHERE id = 1)';
const startOf = (at: string) => `${at} - ${at} % ${DAY_MS}`;

const ofEvent = (name: string, on: string, row: 'NEW' | 'OLD') => `
      DROP TRIGGER ${name};
      CREATE TRIGGER ${name} AFTER ${on} ON events WHEN ${row}.at < ${BEFORE} AND ${IS_CHANGED}
      BEGIN
        DELETE FROM days WHERE project = ${row}.project AND start = ${startOf(`${row}.at`)};
      END;`;

const ofSession = (name: string, on: string, row: 'NEW' | 'OLD') => `
      DROP TRIGGER ${name};
      CREATE TRIGGER ${name} AFTER ${on} ON sessions WHEN coalesce(${row}.first_at, 0) < ${BEFORE} AND ${IS_CHANGED}
      BEGIN
        DELETE FROM days WHERE project = ${row}.project AND start = ${startOf(`${row}.first_at`)};
        DELETE FROM days WHERE id IN (SELECT day FROM day_sessions WHERE session = ${row}.id);
      END;`;

/**
 * `blocks`: rows of events and sessions at rest, in place of the rows themselves. `first_key` to `last_key`: the times that
 * they are sought by; `first_at` to `last_at`: those that they tell. `taken`: rows of a block that stand in their table
 * again, or nowhere any more. The others find archived sessions: by id, by the name that their client gave, and by visitor
 * and user those that may be credited. `watched.archived_before`: all that is archived is older. `watched.moving`: 1 while rows
 * change their place and nothing else.
 */
export const archivedRows: Migration = {
  name: 'blocks of archived rows',
  sql: `
      CREATE TABLE blocks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind INTEGER NOT NULL,
        project INTEGER NOT NULL,
        first_key INTEGER NOT NULL,
        last_key INTEGER NOT NULL,
        first_at INTEGER NOT NULL,
        last_at INTEGER NOT NULL,
        rows INTEGER NOT NULL,
        body BLOB NOT NULL
      ) STRICT;
      CREATE INDEX blocks_by_key ON blocks(kind, project, last_key, first_key);
      CREATE INDEX blocks_by_time ON blocks(kind, project, last_at, first_at);
      CREATE TABLE taken (
        block INTEGER NOT NULL,
        place INTEGER NOT NULL,
        PRIMARY KEY (block, place)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE archived_sessions (id INTEGER PRIMARY KEY, block INTEGER NOT NULL) STRICT;
      CREATE TABLE archived_session_names (
        project INTEGER NOT NULL,
        hash INTEGER NOT NULL,
        session INTEGER NOT NULL,
        PRIMARY KEY (project, hash, session)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE archived_visits (
        visitor INTEGER NOT NULL,
        at INTEGER NOT NULL,
        session INTEGER NOT NULL,
        PRIMARY KEY (visitor, at, session)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE archived_visits_of_users (
        user INTEGER NOT NULL,
        at INTEGER NOT NULL,
        session INTEGER NOT NULL,
        PRIMARY KEY (user, at, session)
      ) STRICT, WITHOUT ROWID;
      ALTER TABLE watched ADD COLUMN archived_before INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE watched ADD COLUMN moving INTEGER NOT NULL DEFAULT 0;
      ${ofEvent('event_added', 'INSERT', 'NEW')}
      ${ofEvent('event_changed_from', 'UPDATE', 'OLD')}
      ${ofEvent('event_changed_to', 'UPDATE', 'NEW')}
      ${ofEvent('event_removed', 'DELETE', 'OLD')}
      ${ofSession('session_added', 'INSERT', 'NEW')}
      ${ofSession('session_changed_from', 'UPDATE', 'OLD')}
      ${ofSession('session_changed_to', 'UPDATE', 'NEW')}
      ${ofSession('session_removed', 'DELETE', 'OLD')}
    `,
};
