import type { Migration } from '../migrate.ts';

/**
 * Where user data serves more conversions than its own: `session` is the session that its event names, `user` the user. Both
 * are null of bots, of pages that are not the project's, and of what lies in blocks already. `enhance` has no user: it is
 * said for its session alone.
 */
export const saidUserData: Migration = {
  name: 'user data by session and user',
  sql: `
      ALTER TABLE user_data ADD COLUMN session INTEGER;
      ALTER TABLE user_data ADD COLUMN user INTEGER;
      UPDATE user_data SET (session, user) = (
        SELECT iif(stitched = 0, session, NULL),
          iif(type IN (SELECT id FROM strings WHERE value = 'enhance'), NULL, user)
        FROM events
        WHERE events.project = user_data.project AND events.ms = user_data.ms AND events.suffix = user_data.suffix
          AND bot = 0 AND origin <> 2 AND (exclusion IS NULL OR exclusion = 2)
      );
      CREATE INDEX user_data_by_session ON user_data(session) WHERE session IS NOT NULL;
      CREATE INDEX user_data_by_user ON user_data(user) WHERE user IS NOT NULL;
    `,
};
