import { DIMENSIONS, type Dimension } from '@cvq/contract/constants';
import { type Question, TWO_FILTERS } from './question.ts';

/** Whose lists of visitors are long, or whose sales are credited when they are asked for. */
const LONG: ReadonlySet<Dimension> = new Set<Dimension>([
  ...(['page', 'entry_page', 'exit_page'] as const),
  ...(['channel', 'source', 'medium', 'campaign', 'term', 'content', 'referrer', 'ad_platform'] as const),
]);

/** Every kind of question, over a month and a quarter. */
export const QUESTIONS: readonly Question[] = [
  ...[30, 90].flatMap(questionsOver),
  { about: 'timeseries', days: 7, granularity: 'hour', target: 'roll_up' },
  { about: 'overview', days: 1, target: 'small' },
];

function questionsOver(days: number): Question[] {
  return [
    { about: 'overview', days, target: 'roll_up' },
    { about: 'timeseries', days, granularity: 'day', target: 'roll_up' },
    ...DIMENSIONS.map((dimension): Question => {
      const target = LONG.has(dimension) ? 'roll_up_long' : 'roll_up';
      return { about: 'breakdown', days, dimension, target };
    }),
    { about: 'breakdown', days, dimension: 'property:plan', target: 'scan' },
    { about: 'overview', days, filters: TWO_FILTERS, target: 'scan' },
    { about: 'breakdown', days, dimension: 'page', filters: TWO_FILTERS, target: 'scan' },
    { about: 'funnel', days, scope: 'visitor', target: 'scan' },
    { about: 'funnel', days, scope: 'session', target: 'scan' },
    { about: 'conversions', days, target: 'small' },
    { about: 'bots', days, target: 'small' },
    { about: 'spend', days, target: 'small' },
  ];
}
