import { BEFORE_SAID_USER_DATA } from './before-said-user-data.ts';

/** SQL that takes a store back to what it was before all that a conversion owes stood in one row. */
export const BEFORE_OWED_LISTS = `${BEFORE_SAID_USER_DATA}
  INSERT INTO ad_deliveries (project, ms, suffix, integration, state, due_at, created_at, corrected_at)
    SELECT project, ms, suffix, value ->> 0, 0, created_at + (value ->> 1), created_at, corrected_at
    FROM ad_owed JOIN ad_target_lists ON ad_target_lists.id = list, json_each(targets);
  DROP TABLE ad_owed;
  DROP TABLE ad_target_lists;
`;
