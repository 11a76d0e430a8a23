import type { Dimension } from '@cvq/contract';

/** By which number the roll-up of a day by a dimension is stored. A number, once released, keeps its meaning. */
export const ROLLUP_OF: Readonly<Record<Dimension, number>> = {
  channel: 1,
  source: 2,
  medium: 3,
  campaign: 4,
  term: 5,
  content: 6,
  referrer: 7,
  ad_platform: 8,
  page: 9,
  entry_page: 10,
  exit_page: 11,
  hostname: 12,
  country: 13,
  region: 14,
  city: 15,
  language: 16,
  device: 17,
  browser: 18,
  os: 19,
  event_type: 20,
};

/** The roll-up of a day by hours. */
export const ROLLUP_BY_HOUR = 0;

/** What a day has of visits that can be credited, of sales, and of the requests of bots. */
export const ROLLUP_OF_VISITS = 29;
export const ROLLUP_OF_SALES = 30;
export const ROLLUP_OF_BOTS = 31;
