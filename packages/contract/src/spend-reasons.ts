/** Why fields of spend are null, with what to do about it. A word for programs, a sentence for people. */
export const SPEND_UNAVAILABLE_REASONS = {
  no_ad_platform_integration:
    'Nothing tells what these ads cost. Connect an ad platform with cvq integration, or import a file with cvq spend import.',
  integration_error:
    'What ads cost could not be read, and nothing is known of this range. accounts has what the platform said; set that right, then run cvq spend sync.',
  not_read:
    'What ads cost in this range was not read. Run cvq spend sync, import a file with cvq spend import, or ask for other days.',
  currency_mixed:
    'Ads were paid for in a currency that this project has no exchange rate of. by_currency has the sums; import the rates with cvq rates import.',
  granularity_hour: 'Platforms tell what ads cost by the day. Ask with granularity=day.',
  part_days: 'Platforms tell what ads cost by the day, and this range has parts of days. Ask for whole days.',
  filtered:
    'A filter is on something that platforms do not tell what it cost. Filter by source, medium, campaign, channel or ad_platform only.',
  unsupported_dimension:
    'Platforms do not tell what ads cost by this dimension. Ask for source, medium, campaign, channel or ad_platform.',
} as const;
export type SpendUnavailableReason = keyof typeof SPEND_UNAVAILABLE_REASONS;

/** What is to be known beside figures of spend that are told. */
export const SPEND_WARNINGS = [
  'incomplete',
  'provisional',
  'timezone_mismatch',
  'currency_converted',
] as const;
export type SpendWarningCode = (typeof SPEND_WARNINGS)[number];

/** What spend can be broken down and filtered by. */
export const SPEND_DIMENSIONS = ['source', 'medium', 'campaign', 'channel', 'ad_platform'] as const;
export type SpendDimension = (typeof SPEND_DIMENSIONS)[number];
