import { OverviewQuery, OverviewResponse } from '@cvq/contract';
import type { Totals } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { compare } from '../compare.ts';
import { earlierRange } from '../earlier-range.ts';
import { currencyWarnings, measuresOf } from '../measures.ts';
import { metaOf } from '../meta.ts';
import { defineProjectOperation } from '../operation.ts';
import { questionOf } from '../question.ts';
import { resolveRange } from '../range.ts';
import { spendFields } from '../spend-fields.ts';

export const getOverview = defineProjectOperation({
  name: 'get_overview',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/overview',
  summary: 'Measures of a period',
  description: 'Visitors, sessions, page views, conversions and revenue of a period.',
  scopes: ['analytics:read'],
  plan: 'starter',
  writes: false,
  about: 'project',
  query: OverviewQuery,
  response: OverviewResponse,
  example: 'range=7d&compare=previous_period',
  async run({ caller, project, query }, { events, now }) {
    const at = now();
    const range = resolveRange(query, { timezone: project.timezone, now: at });
    const earlier = query.compare && { mode: query.compare, range: earlierRange(range, query.compare) };
    const question = questionOf(project, query);
    const [totals, before] = await askStore(
      Promise.all([
        events.totals(question, range),
        earlier ? events.totals(question, earlier.range) : Promise.resolve(null),
      ]),
    );
    const spend = spendFields(caller.scopes);
    const tell = (totals: Totals) => ({ ...measuresOf(totals, project.currency), ...spend.fields });
    const measures = tell(totals);
    return {
      data: {
        ...measures,
        ...spend.reason,
        comparison: earlier && before ? compare(measures, { ...earlier, measures: tell(before) }) : null,
      },
      meta: {
        ...metaOf({ project, range, bots: question.bots, now: at }),
        ...currencyWarnings(totals.values, project.currency),
      },
    };
  },
});
