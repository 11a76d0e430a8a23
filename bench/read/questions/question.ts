import type { Dimension } from '@cvq/contract';

/** A question that the bench asks, over so many whole days of the project before the end of the seed. */
export type Question = {
  readonly days: number;
  /** What it may cost, by its row of `TARGETS`. */
  readonly target: 'roll_up' | 'roll_up_long' | 'scan' | 'small';
} & (
  | { readonly about: 'overview'; readonly filters?: Filters }
  | { readonly about: 'timeseries'; readonly granularity: 'hour' | 'day' }
  | {
      readonly about: 'breakdown';
      readonly dimension: Dimension | 'property:plan';
      readonly filters?: Filters;
    }
  | { readonly about: 'funnel'; readonly scope: 'visitor' | 'session' }
  | { readonly about: 'conversions' | 'bots' | 'spend' }
);

/** Dimensions and the values that they must have. */
export type Filters = readonly (readonly [dimension: 'country' | 'device', value: string])[];

/** What narrows a question to a tenth of the visitors. */
export const TWO_FILTERS: Filters = [
  ['country', 'DE'],
  ['device', 'desktop'],
];

export const FUNNEL_STEPS = ['pageview', 'add_to_cart', 'purchase'];

/** How a question is named in tables. */
export function nameOf(question: Question): string {
  const over = `${question.about} ${question.days} d`;
  switch (question.about) {
    case 'overview':
      return over + filtered(question.filters);
    case 'timeseries':
      return `${over} by ${question.granularity}`;
    case 'breakdown':
      return `${over} by ${question.dimension}${filtered(question.filters)}`;
    case 'funnel':
      return `${over} of ${question.scope}s`;
    default:
      return over;
  }
}

const filtered = (filters: Filters = []) => (filters.length === 0 ? '' : `, ${filters.length} filters`);
