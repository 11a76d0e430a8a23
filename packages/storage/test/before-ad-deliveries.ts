const TABLES = [
  'ad_corrected_times',
  'ad_attempts',
  'ad_reserved_orders',
  'ad_reserved_keys',
  'ad_deliveries',
  'ad_integrations',
];

/** SQL that takes a store back to what it was before anything was owed to ad platforms. */
export const BEFORE_AD_DELIVERIES = `
  DROP INDEX answers_by_session;
  DROP INDEX webhook_messages_by_event;
  ${TABLES.map((name) => `DROP TABLE ${name};`).join('\n  ')}
`;
