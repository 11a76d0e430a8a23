import type { SeedPlan } from '../seed/plan.ts';
import { periodOf } from './period-of.ts';
import { FUNNEL_STEPS, type Question } from './question.ts';

/** The address of a question in the read API, about one project. */
export function pathOf(question: Question, project: string, plan: Pick<SeedPlan, 'end'>): string {
  const { startDate, endDate } = periodOf(plan, question.days);
  const path = question.about === 'conversions' ? '/v1/conversions' : `/v1/analytics/${question.about}`;
  const range = { project, start_date: startDate, end_date: endDate };
  return `${path}?${new URLSearchParams([...Object.entries(range), ...parametersOf(question)])}`;
}

function parametersOf(question: Question): [name: string, value: string][] {
  switch (question.about) {
    case 'overview':
      return filtersOf(question.filters);
    case 'timeseries':
      return [['granularity', question.granularity]];
    case 'breakdown':
      return [['dimension', question.dimension], ...filtersOf(question.filters)];
    case 'funnel':
      // A window as long as the range: other engines have no other.
      return [
        ['event_types', FUNNEL_STEPS.join(',')],
        ['scope', question.scope],
        ['window_days', String(question.days)],
      ];
    default:
      return [];
  }
}

function filtersOf(filters: readonly (readonly [string, string])[] = []): [string, string][] {
  return filters.map(([dimension, value]) => ['filter', `${dimension}:is:${value}`]);
}
