import { type Question, TWO_FILTERS } from './question.ts';

/** The twelve kinds that an analyst asks, one after the other, of a site that is live. */
export const ANALYSTS_QUESTIONS: readonly Question[] = [
  { about: 'overview', days: 1, target: 'small' },
  { about: 'overview', days: 30, target: 'roll_up' },
  { about: 'timeseries', days: 7, granularity: 'hour', target: 'roll_up' },
  { about: 'timeseries', days: 30, granularity: 'day', target: 'roll_up' },
  { about: 'breakdown', days: 30, dimension: 'source', target: 'roll_up_long' },
  { about: 'breakdown', days: 30, dimension: 'page', target: 'roll_up_long' },
  { about: 'breakdown', days: 90, dimension: 'country', target: 'roll_up' },
  { about: 'breakdown', days: 7, dimension: 'property:plan', target: 'scan' },
  { about: 'overview', days: 30, filters: TWO_FILTERS, target: 'scan' },
  { about: 'funnel', days: 30, scope: 'visitor', target: 'scan' },
  { about: 'conversions', days: 30, target: 'small' },
  { about: 'bots', days: 30, target: 'small' },
];
