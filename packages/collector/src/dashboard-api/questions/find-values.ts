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
        value,
        visitors,
      })),
    );
    return { data: bestOf(values, args.text ?? '', namesIn(args.locale ?? 'en')), meta };
  },
});

/** What people call a value, beside the value itself; null where that is all. */
type NameOf = (of: FoundValue) => string | null;

function bestOf(values: readonly FoundValue[], text: string, nameOf: NameOf): FoundValue[] {
  const wanted = text.toLowerCase();
  return values
    .filter(({ value }) => value !== NOT_SET && value !== NONE)
    .flatMap((found) => {
      const words = [found.value, nameOf(found) ?? ''].map((word) => word.toLowerCase());
      if (!words.some((word) => word.includes(wanted))) return [];
      return { found, rank: words.some((word) => word.startsWith(wanted)) ? 0 : 1 };
    })
    .sort((one, other) => one.rank - other.rank || other.found.visitors - one.found.visitors)
    .slice(0, MOST)
    .map(({ found }) => found);
}

function namesIn(locale: string): NameOf {
  const named = {
    country: new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' }),
    language: new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }),
  };
  return ({ dimension, value }) => {
    if (dimension !== 'country' && dimension !== 'language') return null;
    try {
      return named[dimension].of(value) ?? null;
    } catch {
      // Strangers send what they like as a language: it has no name.
      return null;
    }
  };
}
