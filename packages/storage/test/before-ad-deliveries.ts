import { BEFORE_CAMPAIGN_IDS } from './before-campaign-ids.ts';

const VISITS = ['archived_visits', 'archived_visits_of_users'];

const TABLES = [
  'ad_corrected_times',
  'ad_attempts',
  'ad_reserved_orders',
  'ad_reserved_keys',
  'ad_deliveries',
  'ad_integrations',
];

/** SQL that takes a store back to what it was before it was known in which archived visits anything was said of consent. */
export const BEFORE_ANSWERED_VISITS = `${BEFORE_CAMPAIGN_IDS}
  DROP TRIGGER block_dropped;
  DROP TABLE unindexed_blocks;
  DROP TABLE archived_answers;
  ${VISITS.map((name) => `DELETE FROM ${name} WHERE is_touch = 0; ALTER TABLE ${name} DROP COLUMN is_touch;`).join('\n  ')}
`;

/** SQL that takes a store back to what it was before anything was owed to ad platforms. */
export const BEFORE_AD_DELIVERIES = `${BEFORE_ANSWERED_VISITS}
  DROP INDEX answers_by_session;
  DROP INDEX webhook_messages_by_event;
  ${TABLES.map((name) => `DROP TABLE ${name};`).join('\n  ')}
`;
