import { BEFORE_NUMBERED_WORDS } from './before-numbered-words.ts';

const TRIGGERS = [
  ['event_added', 'INSERT ON events'],
  ['event_changed_from', 'UPDATE ON events'],
  ['event_changed_to', 'UPDATE ON events'],
  ['event_removed', 'DELETE ON events'],
  ['session_added', 'INSERT ON sessions'],
  ['session_changed', 'UPDATE ON sessions'],
  ['session_removed', 'DELETE ON sessions'],
];
const trigger = ([name, on]: readonly string[]) =>
  `CREATE TRIGGER ${name} AFTER ${on} BEGIN DELETE FROM sealed WHERE false; END;`;

/** SQL that takes a store back to what it was before days were kept as columns. What it had as segments is not made. */
export const BEFORE_DAYS = `${BEFORE_NUMBERED_WORDS}
  DROP TRIGGER event_added;
  DROP TRIGGER event_changed_from;
  DROP TRIGGER event_changed_to;
  DROP TRIGGER event_removed;
  DROP TRIGGER session_added;
  DROP TRIGGER session_changed_from;
  DROP TRIGGER session_changed_to;
  DROP TRIGGER session_removed;
  DROP TABLE days;
  DROP TABLE day_columns;
  DROP TABLE day_properties;
  DROP TABLE day_rollups;
  DROP TABLE day_sessions;
  DROP TABLE withdrawn_days;
  DROP TABLE changes;
  DROP TABLE watched;
  CREATE TABLE sealed (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind INTEGER NOT NULL, project INTEGER NOT NULL, part INTEGER NOT NULL, until INTEGER NOT NULL,
    columns BLOB, properties BLOB,
    UNIQUE (kind, project, part)
  ) STRICT;
  CREATE TABLE watched (
    id INTEGER PRIMARY KEY CHECK (id = 1), events_before INTEGER NOT NULL, sessions_before INTEGER NOT NULL
  ) STRICT;
  INSERT INTO watched VALUES (1, 0, 0);
  ${TRIGGERS.map(trigger).join('\n  ')}`;
