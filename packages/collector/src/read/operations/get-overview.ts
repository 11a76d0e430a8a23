import { OverviewQuery, OverviewResponse } from '@cvq/contract';
import type { Period } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { compare } from '../compare.ts';
import { type Compared, comparedPeriod, describeCompared } from '../compared-period.ts';
import { filterWarnings, keepsNothing } from '../filter-warnings.ts';
import { firstEventOf } from '../first-event-of.ts';
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
  tool: {
    description:
      'One figure for each measure, such as visitors, revenue and ad spend, with compare also before and the change: for how a site does.',
    without: ['compare_start_date', 'compare_end_date', 'match', 'compare_until'],
    more: 'Ask for fewer days.',
  },
  async run(asked, deps) {
    const { project, args, meta } = asked;
    const compared = comparedPeriod(args, asked);
    const [now, before] = await Promise.all([
      measure({ asked, period: asked.range }, deps),
      compared && measureEarlier(asked, compared, deps),
    ]);
    return {
      data: {
        ...now.told,
        ...now.spend.notes,
        ...mixedCurrencies(now.spend, project.currency),
        comparison: before && compare(now.exact, before),
      },
      meta: {
        ...meta,
        ...filterWarnings(asked.question, { isEmpty: keepsNothing(now.told) }),
        ...currencyWarnings(now.totals.values, project.currency),
      },
    };
  },
});

/** The measures of a period, as they are told and as they are reckoned with. `asked` is about its days. */
async function measure(
  { asked, period }: { readonly asked: AskedSpend; readonly period: Period },
  deps: AskedStores,
) {
  const { question, project } = asked;
  const { currency } = project;
  const [totals, spend] = await Promise.all([
    askStore(deps.reports.totals(question, period)),
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

async function measureEarlier(asked: AskedSpend, compared: Compared, deps: AskedStores) {
  const { counted, period } = compared;
  const [measured, firstEventAt] = await Promise.all([
    measure({ asked: { ...asked, range: counted }, period }, deps),
    firstEventOf(asked, deps),
  ]);
  return { ...measured, period: describeCompared(compared, firstEventAt) };
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
