import { OverviewQuery, OverviewResponse } from '@cvq/contract';
import { askStore } from '../ask-store.ts';
import { compare } from '../compare.ts';
import { earlierRange } from '../earlier-range.ts';
import { currencyWarnings, measuresOf, unrounded } from '../measures.ts';
import { definePeriodOperation } from '../operation.ts';
import type { AskedSpend, AskedStores } from '../spend/asked-spend.ts';
import { spendByCurrency } from '../spend/spend-by-currency.ts';
import { type SpendOfRange, spendOfRange } from '../spend/spend-of-range.ts';

export const getOverview = definePeriodOperation({
  name: 'get_overview',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/overview',
  summary: 'Measures of a period',
  description: 'Visitors, sessions, page views, conversions and revenue of a period.',
  scopes: ['analytics:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: OverviewQuery,
  response: OverviewResponse,
  example: 'range=7d&compare=previous_period',
  async run(asked, deps) {
    const { project, args, range, meta } = asked;
    const earlier = args.compare && { mode: args.compare, range: earlierRange(range, args.compare) };
    const [now, before] = await Promise.all([
      measure(asked, deps),
      earlier ? measure({ ...asked, range: earlier.range }, deps) : null,
    ]);
    return {
      data: {
        ...now.told,
        ...now.spend.notes,
        ...mixedCurrencies(now.spend, project.currency),
        comparison: earlier && before ? compare(now.exact, { ...earlier, ...before }) : null,
      },
      meta: { ...meta, ...currencyWarnings(now.totals.values, project.currency) },
    };
  },
});

/** The measures of a period, as they are told and as they are reckoned with. */
async function measure(asked: AskedSpend, deps: AskedStores) {
  const { question, range, project } = asked;
  const { currency } = project;
  const [totals, spend] = await Promise.all([
    askStore(deps.reports.totals(question, range)),
    spendOfRange(asked, deps),
  ]);
  const sum = spend.found?.sum ?? null;
  const told = measuresOf(totals, currency);
  const exact = measuresOf(totals, currency, unrounded);
  return {
    totals,
    spend,
    told: { ...told, ...spend.tell(sum, told, { currency, round: 'rounded' }) },
    exact: { ...exact, ...spend.tell(sum, exact, { currency, round: 'unrounded' }) },
  };
}

/** What was paid in each currency, where no one figure can be made of it. */
function mixedCurrencies({ found }: SpendOfRange, currency: string) {
  if (found === null || found.sum.worth !== null) return {};
  return {
    ad_spend_by_currency: spendByCurrency(found.rows, currency).map(({ currency: paid, ad_spend }) => ({
      currency: paid,
      ad_spend,
    })),
  };
}
