import { BEFORE_AD_DELIVERIES } from './before-ad-deliveries.ts';

const EVENT = ['event_added', 'event_changed_from', 'event_changed_to', 'event_removed'];
const SESSION = ['session_added', 'session_changed_from', 'session_changed_to', 'session_removed'];
const TRIGGERS = [...EVENT, ...SESSION];
const TABLES = ['blocks', 'taken', 'archived_sessions', 'archived_session_names', 'archived_visits'];

const on = (name: string) => (EVENT.includes(name) ? 'events' : 'sessions');

/**
 * SQL that takes a store in which nothing is archived back to what it was before anything could be. Its triggers are there by
 * name alone.
 */
export const BEFORE_ARCHIVE = `${BEFORE_AD_DELIVERIES}
  ${TRIGGERS.map((name) => `DROP TRIGGER ${name};`).join('\n  ')}
  ${[...TABLES, 'archived_visits_of_users'].map((name) => `DROP TABLE ${name};`).join('\n  ')}
  ALTER TABLE watched DROP COLUMN archived_before;
  ALTER TABLE watched DROP COLUMN moving;
  ${TRIGGERS.map((name) => `CREATE TRIGGER ${name} AFTER INSERT ON ${on(name)} BEGIN SELECT 1; END;`).join('\n  ')}
`;
