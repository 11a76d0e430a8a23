import { BEFORE_ARCHIVE } from './before-archive.ts';

const CLIENT_WORDS = [
  ['user_agent', 'user_agents.header'],
  ['language', 'clients.language'],
  ['screen', 'clients.screen'],
  ['browser', 'user_agents.browser'],
  ['browser_version', 'user_agents.browser_version'],
  ['os', 'user_agents.os'],
  ['os_version', 'user_agents.os_version'],
  ['device', 'user_agents.device'],
  ['country', 'places.country'],
  ['region', 'places.region'],
  ['city', 'places.city'],
];
const TOUCH_WORDS = ['channel', 'source', 'medium', 'campaign', 'term', 'content', 'ad_platform', 'referrer'];

const halfBytes = `lower(hex(key))`;
const unpacked = `replace(replace(replace(rtrim(${halfBytes}, 'f'), 'a', '_'), 'b', '.'), 'c', '-')`;

/** SQL that takes a store back to what it was before anybody could be erased. */
const BEFORE_ERASURE = `${BEFORE_ARCHIVE}
  DROP TABLE renamed_users;
  DROP TABLE replaced_words;
  DROP TABLE forgotten_words;
`;

/**
 * SQL that takes a store back to what it was before dictionaries had the numbers of words. The keys that told entries apart are
 * other texts than they were.
 */
export const BEFORE_NUMBERED_WORDS = `${BEFORE_ERASURE}
  ALTER TABLE clients RENAME TO later_clients;
  CREATE TABLE clients (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, ${CLIENT_WORDS.map(([name]) => `${name} INTEGER`).join(', ')}
  ) STRICT;
  INSERT INTO clients SELECT clients.id, clients.id, ${CLIENT_WORDS.map(([, from]) => `nullif(${from}, 0)`).join(', ')}
    FROM later_clients clients
    JOIN user_agents ON user_agents.id = clients.user_agent JOIN places ON places.id = clients.place;
  DROP TABLE later_clients;
  DROP TABLE user_agents;
  DROP TABLE places;
  ALTER TABLE touches RENAME TO later_touches;
  CREATE TABLE touches (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, is_touch INTEGER NOT NULL,
    ${TOUCH_WORDS.map((name) => `${name} INTEGER NOT NULL`).join(', ')}
  ) STRICT;
  INSERT INTO touches SELECT id, id, is_touch, ${TOUCH_WORDS.join(', ')} FROM later_touches;
  DROP TABLE later_touches;
  ALTER TABLE visitors RENAME TO later_visitors;
  CREATE TABLE visitors (
    id INTEGER PRIMARY KEY, project INTEGER NOT NULL, key TEXT NOT NULL, source INTEGER NOT NULL,
    UNIQUE (project, key, source)
  ) STRICT;
  INSERT INTO visitors SELECT id, project, iif(typeof(key) = 'blob', ${unpacked}, key), source FROM later_visitors;
  DROP TABLE later_visitors;
`;
