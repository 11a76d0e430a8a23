import { FindValuesQuery, FindValuesResponse, type FoundValue } from '@cvq/contract';
import { DIMENSIONS, NONE, NOT_SET } from '@cvq/contract/constants';
import { askStore } from '../../read/ask-store.ts';
import { definePeriodOperation } from '../../read/operation.ts';

/** Of each dimension the most frequent are looked through. What is rarer is found by a filter that says "contains". */
const LOOKED_THROUGH = 300;
const MOST = 12;

export const findValues = definePeriodOperation({
  name: 'find_values',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/values',
  summary: 'Values to filter by',
  description:
    'Values of all dimensions that hold a text, with their visitors: those that begin with it first.',
  scopes: ['analytics:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: FindValuesQuery,
  response: FindValuesResponse,
  example: 'range=30d&text=g',
  async run({ args, question, range, project, meta }, { reports }) {
    const dimensions = DIMENSIONS.filter((name) => args.dimension === undefined || args.dimension === name);
    const { panels } = await askStore(
      reports.overview(question, {
        now: { period: range, edges: [range.from, range.to] },
        before: null,
        panels: dimensions.map((dimension) => ({ dimension, rows: LOOKED_THROUGH })),
        measure: { by: 'visitors', currency: project.currency },
      }),
    );
    const values = panels.flatMap(({ rows }, index): FoundValue[] =>
      rows.map(({ now: { value, visitors } }) => ({
        dimension: dimensions[index] as FoundValue['dimension'],
        ...{ value, visitors },
      })),
    );
    return { data: bestOf(values, args.text ?? ''), meta };
  },
});

function bestOf(values: readonly FoundValue[], text: string): FoundValue[] {
  const wanted = text.toLowerCase();
  const rank = ({ value }: FoundValue) => (value.toLowerCase().startsWith(wanted) ? 0 : 1);
  return values
    .filter(({ value }) => value !== NOT_SET && value !== NONE && value.toLowerCase().includes(wanted))
    .sort((one, other) => rank(one) - rank(other) || other.visitors - one.visitors)
    .slice(0, MOST);
}
