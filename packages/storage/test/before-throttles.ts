import { BEFORE_OWED_LISTS } from './before-owed-lists.ts';

/** SQL that takes a store back to what it was before a throttle of an integration was kept. */
export const BEFORE_THROTTLES = `${BEFORE_OWED_LISTS}
  ALTER TABLE ad_integrations DROP COLUMN throttled_since;
  ALTER TABLE ad_integrations DROP COLUMN probe_until;
  ALTER TABLE ad_integrations DROP COLUMN throttled_until;
  ALTER TABLE ad_integrations DROP COLUMN throttled_code;
  ALTER TABLE ad_deliveries DROP COLUMN asked_at;
  ALTER TABLE ad_deliveries DROP COLUMN may_have_arrived_at;
`;
