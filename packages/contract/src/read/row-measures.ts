/** What rows can be chosen and put in order by. */
export const ROW_MEASURES = [
  'visitors',
  'sessions',
  'pageviews',
  'events',
  'conversions',
  'revenue',
  'ad_spend',
] as const;
export type RowMeasureName = (typeof ROW_MEASURES)[number];
