import type { Migration } from '../migrate.ts';

/** What JavaScript takes for white space. */
const SPACES =
  'char(9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8232, 8233, 8239, 8287, 12288, 65279)';

/** The texts that named nobody when this step was made, as `PLACEHOLDER_ID` of the contract has them. */
const isPlaceholder = (text: string) => {
  const word = `lower(trim(${text}, ${SPACES}))`;
  return `(
          ${word} IN ('', 'undefined', 'null', 'nil', 'none', 'nan', 'true', 'false', '0', '-1', 'guest', 'anonymous',
            'unknown', 'not_authenticated')
          OR (${word} GLOB '[[]object ?*]' AND substr(${word}, 9, length(${word}) - 9) NOT GLOB '*[^0-9a-z_]*')
          OR (length(${word}) = 36 AND trim(${word}, '0-') = '')
        )`;
};

/**
 * Who is behind a visitor. `identifications` tells of each visitor the users that it was identified as: by a browser's
 * own events, where `session` is 0, or by a backend's that named a session, which has no visitor before a browser is
 * seen in it. Rows are added; where a session turns out to be another visitor's its rows are replaced, and whoever has
 * read them sees so by the count of those withdrawn. A session has the user of the earliest event that names one.
 *
 * Rows of events and sessions that name a placeholder lose it: nobody is known by that any more. Stored segments lack
 * the new columns, and are dropped.
 */
export const persons: Migration = {
  name: 'persons behind visitors',
  sql: `
      CREATE TABLE identifications (
        id INTEGER PRIMARY KEY,
        project INTEGER NOT NULL,
        user INTEGER NOT NULL,
        visitor INTEGER NOT NULL,
        session INTEGER NOT NULL,
        UNIQUE (project, user, visitor, session)
      ) STRICT;
      CREATE INDEX identifications_by_project ON identifications(project);
      CREATE INDEX identifications_by_visitor ON identifications(visitor, user);
      CREATE INDEX identifications_by_session ON identifications(session) WHERE session <> 0;
      CREATE TABLE withdrawn_identifications (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL) STRICT;
      INSERT INTO withdrawn_identifications VALUES (1, 0);
      ALTER TABLE sessions ADD COLUMN user INTEGER;
      ALTER TABLE sessions ADD COLUMN user_at INTEGER;
      ALTER TABLE sessions ADD COLUMN user_ms INTEGER;
      ALTER TABLE sessions ADD COLUMN user_suffix TEXT;

      DELETE FROM sealed;
      UPDATE watched SET events_before = 0, sessions_before = 0;

      CREATE TEMP TABLE placeholders AS SELECT id FROM strings WHERE ${isPlaceholder('value')};
      CREATE TEMP TABLE nobodies AS SELECT id FROM visitors WHERE source = 1 AND ${isPlaceholder('key')};
      UPDATE events SET user = NULL
        WHERE EXISTS (SELECT 1 FROM placeholders) AND user IN (SELECT id FROM placeholders);
      UPDATE events SET visitor = NULL
        WHERE EXISTS (SELECT 1 FROM nobodies) AND visitor IN (SELECT id FROM nobodies);
      UPDATE sessions SET visitor = NULL, visitor_at = NULL, visitor_ms = NULL, visitor_suffix = NULL
        WHERE visitor IN (SELECT id FROM nobodies);

      CREATE TEMP TABLE named AS
        SELECT project, session, user, origin, at, ms, suffix, min(printf('%016d %016d %s', at, ms, suffix)) AS mark
        FROM events
        WHERE user IS NOT NULL AND session IS NOT NULL AND origin <> 2 AND stitched <> 2
          AND (exclusion IS NULL OR exclusion NOT IN (1, 3))
        GROUP BY project, session, user, origin;
      CREATE INDEX temp.named_by_session ON named(session, mark);
      UPDATE sessions SET (user, user_at, user_ms, user_suffix) = (
          SELECT user, at, ms, suffix FROM named WHERE session = sessions.id ORDER BY mark LIMIT 1
        ) WHERE id IN (SELECT session FROM named);
      INSERT INTO identifications (project, user, visitor, session)
        SELECT project, user, visitor, 0 FROM user_visitors
        WHERE user NOT IN (SELECT id FROM placeholders) AND visitor NOT IN (SELECT id FROM nobodies);
      INSERT INTO identifications (project, user, visitor, session)
        SELECT named.project, named.user, coalesce(sessions.visitor, 0), sessions.id
        FROM named JOIN sessions ON sessions.id = named.session WHERE named.origin = 1;
      DROP TABLE user_visitors;
      DROP TABLE temp.placeholders;
      DROP TABLE temp.nobodies;
      DROP TABLE temp.named;

      CREATE INDEX sessions_by_user ON sessions(user) WHERE user IS NOT NULL;
      CREATE TRIGGER identification_withdrawn AFTER DELETE ON identifications
        WHEN OLD.visitor <> 0 OR NOT EXISTS (SELECT 1 FROM identifications WHERE id > OLD.id)
      BEGIN
        UPDATE withdrawn_identifications SET count = count + 1 WHERE id = 1;
      END;`,
};
