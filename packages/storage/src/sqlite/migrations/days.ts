import { DAY_MS } from '@cvq/contract/constants';
import type { Migration } from '../migrate.ts';

const startOf = (at: string) => `${at} - ${at} % ${DAY_MS}`;
const BEFORE = '(SELECT stored_before FROM watched WHERE id = 1)';

/**
 * A trigger that withdraws the stored day of a changed event, in the transaction of the change. The one row of `watched`
 * tells that almost every change is of something newer than all that is stored.
 */
const ofEvent = (name: string, on: string, row: 'NEW' | 'OLD') => `
      CREATE TRIGGER ${name} AFTER ${on} ON events WHEN ${row}.at < ${BEFORE}
      BEGIN
        DELETE FROM days WHERE project = ${row}.project AND start = ${startOf(`${row}.at`)};
      END;`;

/** The days of a changed session: that on which it began, and those on which it only has events. */
const ofSession = (name: string, on: string, row: 'NEW' | 'OLD') => `
      CREATE TRIGGER ${name} AFTER ${on} ON sessions WHEN coalesce(${row}.first_at, 0) < ${BEFORE}
      BEGIN
        DELETE FROM days WHERE project = ${row}.project AND start = ${startOf(`${row}.first_at`)};
        DELETE FROM days WHERE id IN (SELECT day FROM day_sessions WHERE session = ${row}.id);
      END;`;

/**
 * `days`: a project's events of a UTC day by columns, with how many there are of each kind; of one that is only claimed
 * the counts are not known yet. `day_columns.id` is the number of the day times 64, plus the slot of the column.
 * `day_sessions`: sessions that have events on a stored day on which they did not begin. `changes`: what each of the
 * last commits changed, for those that hold rows in memory.
 */
export const daysOfColumns: Migration = {
  name: 'days as columns, in place of segments',
  sql: `
      DROP TRIGGER event_added;
      DROP TRIGGER event_changed_from;
      DROP TRIGGER event_changed_to;
      DROP TRIGGER event_removed;
      DROP TRIGGER session_added;
      DROP TRIGGER session_changed;
      DROP TRIGGER session_removed;
      DROP TABLE sealed;
      DROP TABLE watched;
      CREATE TABLE days (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        project INTEGER NOT NULL,
        start INTEGER NOT NULL,
        events INTEGER,
        sales INTEGER,
        sessions INTEGER,
        identities INTEGER,
        UNIQUE (project, start)
      ) STRICT;
      CREATE TABLE day_columns (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
      CREATE TABLE day_properties (
        id INTEGER PRIMARY KEY,
        day INTEGER NOT NULL,
        name TEXT NOT NULL,
        body BLOB NOT NULL,
        UNIQUE (day, name)
      ) STRICT;
      CREATE TABLE day_sessions (
        session INTEGER NOT NULL,
        day INTEGER NOT NULL,
        PRIMARY KEY (session, day)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX day_sessions_by_day ON day_sessions(day);
      CREATE TABLE withdrawn_days (id INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE watched (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        stored_before INTEGER NOT NULL
      ) STRICT;
      INSERT INTO watched VALUES (1, 0);
      CREATE TABLE changes (seq INTEGER PRIMARY KEY AUTOINCREMENT, changed TEXT NOT NULL) STRICT;
      ${ofEvent('event_added', 'INSERT', 'NEW')}
      ${ofEvent('event_changed_from', 'UPDATE', 'OLD')}
      ${ofEvent('event_changed_to', 'UPDATE', 'NEW')}
      ${ofEvent('event_removed', 'DELETE', 'OLD')}
      ${ofSession('session_added', 'INSERT', 'NEW')}
      ${ofSession('session_changed_from', 'UPDATE', 'OLD')}
      ${ofSession('session_changed_to', 'UPDATE', 'NEW')}
      ${ofSession('session_removed', 'DELETE', 'OLD')}
      CREATE TRIGGER day_withdrawn AFTER DELETE ON days
      BEGIN
        DELETE FROM day_sessions WHERE day = OLD.id;
        INSERT INTO withdrawn_days VALUES (OLD.id);
      END;
    `,
};

/** `changes.total` says how many changes were noted up to a commit: those that are kept are bounded by it. */
export const boundedChanges: Migration = {
  name: 'bounded notes of changes',
  sql: `
      ALTER TABLE changes ADD COLUMN total INTEGER NOT NULL DEFAULT 0;
    `,
};

/** `day_rollups.id` is the number of the day times 32, plus the kind. Days that have none are made anew. */
export const rollupsOfDays: Migration = {
  name: 'roll-ups of days',
  sql: `
      CREATE TABLE day_rollups (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
      DELETE FROM days;
    `,
};
