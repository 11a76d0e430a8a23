import type { Migration } from '../migrate.ts';

/** The id of a visitor as `visitor-key.ts` packs it. */
const PACKED_KEY = `
          CASE WHEN key = '' OR key GLOB '*[^0-9_.-]*' THEN key ELSE coalesce(
            unhex(replace(replace(replace(key, '_', 'a'), '.', 'b'), '-', 'c') || iif(length(key) % 2, 'f', '')), key
          ) END`;

/**
 * Dictionaries whose entries are told apart by the numbers of their words, 0 where there is none, instead of by one text
 * of all words. What a user agent says and a place are entries of their own: most clients are a pair that is met for the first
 * time of two that are known. The entries of older stores keep their numbers, by which rows have them.
 */
export const numberedWords: Migration = {
  name: 'dictionaries by the numbers of words',
  sql: `
      ALTER TABLE clients RENAME TO former_clients;
      CREATE TABLE user_agents (
        id INTEGER PRIMARY KEY,
        header INTEGER NOT NULL,
        browser INTEGER NOT NULL, browser_version INTEGER NOT NULL,
        os INTEGER NOT NULL, os_version INTEGER NOT NULL, device INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX user_agents_by_words
        ON user_agents(header, browser, browser_version, os, os_version, device);
      CREATE TABLE places (
        id INTEGER PRIMARY KEY, country INTEGER NOT NULL, region INTEGER NOT NULL, city INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX places_by_words ON places(country, region, city);
      CREATE TABLE clients (
        id INTEGER PRIMARY KEY,
        user_agent INTEGER NOT NULL REFERENCES user_agents(id),
        language INTEGER NOT NULL, screen INTEGER NOT NULL,
        place INTEGER NOT NULL REFERENCES places(id)
      ) STRICT;
      CREATE TEMP TABLE words AS
        SELECT id, coalesce(user_agent, 0) AS header, coalesce(browser, 0) AS browser,
          coalesce(browser_version, 0) AS browser_version, coalesce(os, 0) AS os, coalesce(os_version, 0) AS os_version,
          coalesce(device, 0) AS device, coalesce(language, 0) AS language, coalesce(screen, 0) AS screen,
          coalesce(country, 0) AS country, coalesce(region, 0) AS region, coalesce(city, 0) AS city
        FROM former_clients;
      INSERT INTO user_agents (header, browser, browser_version, os, os_version, device)
        SELECT DISTINCT header, browser, browser_version, os, os_version, device FROM words;
      INSERT INTO places (country, region, city) SELECT DISTINCT country, region, city FROM words;
      INSERT INTO clients
        SELECT words.id, user_agents.id, language, screen, places.id FROM words
        CROSS JOIN user_agents USING (header, browser, browser_version, os, os_version, device)
        CROSS JOIN places USING (country, region, city);
      CREATE UNIQUE INDEX clients_by_words ON clients(user_agent, language, screen, place);
      DROP TABLE temp.words;
      DROP TABLE former_clients;

      ALTER TABLE touches RENAME TO former_touches;
      CREATE TABLE touches (
        id INTEGER PRIMARY KEY,
        is_touch INTEGER NOT NULL,
        channel INTEGER NOT NULL, source INTEGER NOT NULL, medium INTEGER NOT NULL, campaign INTEGER NOT NULL,
        term INTEGER NOT NULL, content INTEGER NOT NULL, ad_platform INTEGER NOT NULL, referrer INTEGER NOT NULL
      ) STRICT;
      INSERT INTO touches
        SELECT id, is_touch, channel, source, medium, campaign, term, content, ad_platform, referrer FROM former_touches;
      CREATE UNIQUE INDEX touches_by_words
        ON touches(source, campaign, term, content, referrer, medium, channel, ad_platform, is_touch);
      DROP TABLE former_touches;

      ALTER TABLE visitors RENAME TO former_visitors;
      CREATE TABLE visitors (
        id INTEGER PRIMARY KEY,
        project INTEGER NOT NULL,
        key ANY NOT NULL,
        source INTEGER NOT NULL
      ) STRICT;
      INSERT INTO visitors SELECT id, project, ${PACKED_KEY}, source FROM former_visitors;
      CREATE UNIQUE INDEX visitors_by_key ON visitors(project, key, source);
      DROP TABLE former_visitors;
    `,
};
