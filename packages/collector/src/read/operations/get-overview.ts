import { OverviewQuery, type OverviewResponse } from '@cvq/contract';
import { askStore } from '../ask-store.ts';
import { currencyWarnings, measuresOf } from '../measures.ts';
import { metaOf } from '../meta.ts';
import { defineProjectOperation } from '../operation.ts';
import { questionOf } from '../question.ts';
import { resolveRange } from '../range.ts';
import { spendFields } from '../spend-fields.ts';

export const getOverview = defineProjectOperation({
  name: 'get_overview',
  method: 'GET',
  path: '/v1/analytics/overview',
  description: 'Visitors, sessions, page views, conversions and revenue of a period.',
  scopes: ['analytics:read'],
  writes: false,
  about: 'project',
  query: OverviewQuery,
  async run({ caller, project, query }, { events, now }): Promise<OverviewResponse> {
    const question = questionOf(project, query);
    const range = resolveRange(query, { timezone: project.timezone, now: now() });
    const totals = await askStore(events.totals(question, range));
    const spend = spendFields(caller.key.scopes);
    return {
      data: { ...measuresOf(totals, project.currency), ...spend.fields, ...spend.reason },
      meta: {
        ...metaOf({ project, range, bots: question.bots, now: now() }),
        ...currencyWarnings(totals.values, project.currency),
      },
    };
  },
});
