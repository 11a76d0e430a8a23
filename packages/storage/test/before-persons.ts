import { BEFORE_DAYS } from './before-days.ts';

/** Takes a store of events back to what it was before it knew persons. */
export const BEFORE_PERSONS = `${BEFORE_DAYS}
  DROP TRIGGER identification_withdrawn;
  DROP TABLE withdrawn_identifications;
  DROP INDEX sessions_by_user;
  CREATE TABLE user_visitors (
    project INTEGER NOT NULL, user INTEGER NOT NULL, visitor INTEGER NOT NULL, PRIMARY KEY (project, user, visitor)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO user_visitors SELECT project, user, visitor FROM identifications WHERE session = 0;
  DROP TABLE identifications;
  ALTER TABLE sessions DROP COLUMN user;
  ALTER TABLE sessions DROP COLUMN user_at;
  ALTER TABLE sessions DROP COLUMN user_ms;
  ALTER TABLE sessions DROP COLUMN user_suffix;`;
