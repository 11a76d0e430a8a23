import { BEFORE_THROTTLES } from './before-throttles.ts';

/**
 * SQL that takes a store, in which no two touches differ by it alone, back to what it was before touches had the id of
 * a campaign.
 */
export const BEFORE_CAMPAIGN_IDS = `${BEFORE_THROTTLES}
  DROP INDEX touches_by_words;
  ALTER TABLE touches DROP COLUMN campaign_id;
  CREATE UNIQUE INDEX touches_by_words
    ON touches(source, campaign, term, content, referrer, medium, channel, ad_platform, is_touch);
`;
