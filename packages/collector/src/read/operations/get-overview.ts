import { OverviewQuery, OverviewResponse } from '@cvq/contract';
import type { Totals } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { compare } from '../compare.ts';
import { earlierRange } from '../earlier-range.ts';
import { currencyWarnings, measuresOf, spendFields, unrounded } from '../measures.ts';
import { definePeriodOperation } from '../operation.ts';

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
  async run({ caller, project, args, range, question, meta }, { reports }) {
    const earlier = args.compare && { mode: args.compare, range: earlierRange(range, args.compare) };
    const [totals, before] = await askStore(
      Promise.all([
        reports.totals(question, range),
        earlier ? reports.totals(question, earlier.range) : Promise.resolve(null),
      ]),
    );
    const spend = spendFields(caller.scopes);
    const told = (totals: Totals) => ({ ...measuresOf(totals, project.currency), ...spend.fields });
    const exact = (totals: Totals) => ({
      ...measuresOf(totals, project.currency, unrounded),
      ...spend.fields,
    });
    return {
      data: {
        ...told(totals),
        ...spend.reason,
        comparison:
          earlier && before
            ? compare(exact(totals), { ...earlier, measures: told(before), unrounded: exact(before) })
            : null,
      },
      meta: {
        ...meta,
        ...currencyWarnings(totals.values, project.currency),
      },
    };
  },
});
