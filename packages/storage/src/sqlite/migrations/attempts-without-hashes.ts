import type { Migration } from '../migrate.ts';

const EIGHT = '[0-9a-fA-F]'.repeat(8);

/** Where an ad platform is told hashes of user data. */
const HASHED = ['*user_data*', '*userIdentifiers*', '*Hashed*'];

/** No word of eight digits stands alone in a text that is kept; a UUID begins with eight that do not. */
const namesHash = (text: string) => `' ' || ${text} || ' ' GLOB '*[^0-9A-Za-z-]${EIGHT}[^0-9A-Za-z-]*'`;

/**
 * Attempts had the first eight characters of each hash. What was sent has `[hash]` there, as it is written since; what a platform
 * said is deleted where such a word stands in it, since nobody knows what the word is.
 */
export const attemptsWithoutHashes: Migration = {
  name: 'attempts of deliveries to ad platforms without hashes',
  sql: `
      UPDATE ad_attempts SET request = (
        WITH RECURSIVE
          hashes(number, path) AS (
            SELECT row_number() OVER (), fullkey FROM json_tree(request)
            WHERE type = 'text' AND atom GLOB '${EIGHT}' AND (${HASHED.map((path) => `fullkey GLOB '${path}'`).join(' OR ')})
          ),
          told(number, text) AS (
            SELECT 0, request
            UNION ALL
            SELECT hashes.number, json_replace(text, path, '[hash]') FROM told JOIN hashes ON hashes.number = told.number + 1
          )
        SELECT text FROM told ORDER BY number DESC LIMIT 1
      )
      WHERE request GLOB '*"${EIGHT}"*' AND json_valid(request);
      UPDATE ad_attempts SET response = NULL WHERE ${namesHash('response')};
      UPDATE ad_attempts SET message = NULL WHERE ${namesHash('message')};
    `,
};
