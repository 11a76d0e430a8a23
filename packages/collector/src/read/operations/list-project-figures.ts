import {
  ListProjectFiguresQuery,
  ListProjectFiguresResponse,
  type ProjectFigures,
  toMajorUnits,
} from '@cvq/contract';
import type { ProjectRecord, Totals } from '@cvq/storage';
import type { z } from 'zod';
import { askStore } from '../ask-store.ts';
import { bucketsOf, edgesOf } from '../buckets.ts';
import { comparedPeriod } from '../compared-period.ts';
import { describeProject } from '../describe-project.ts';
import { nameStoreFaults } from '../name-store-faults.ts';
import { defineCredentialOperation, type OperationDeps } from '../operation.ts';
import { resolveRange } from '../range.ts';

/** Projects that are asked about at once: an agency may have more than questions of one account may wait. */
const AT_ONCE = 100;

export const listProjectFigures = defineCredentialOperation({
  name: 'list_project_figures',
  tag: 'Projects',
  method: 'GET',
  path: '/v1/project-figures',
  summary: 'Projects with their figures',
  description:
    'Of every project within reach its tracking health, visitors with their trend, conversions and revenue, in its own days and currency.',
  scopes: ['projects:read', 'analytics:read'],
  plan: 'starter',
  writes: false,
  about: 'credential',
  query: ListProjectFiguresQuery,
  response: ListProjectFiguresResponse,
  errors: ['invalid_range'],
  example: 'range=30d&compare=previous_period&compare_until=same_moment',
  async run({ reach, args }, deps) {
    const at = deps.now();
    const data: ProjectFigures[] = [];
    for (let from = 0; from < reach.length; from += AT_ONCE) {
      const some = reach.slice(from, from + AT_ONCE);
      data.push(...(await Promise.all(some.map((project) => figuresOf(project, { args, at }, deps)))));
    }
    return { data, meta: { total_rows: data.length, generated_at: new Date(at).toISOString() } };
  },
});

type Asked = { readonly args: z.output<typeof ListProjectFiguresQuery>; readonly at: number };

async function figuresOf(
  project: ProjectRecord,
  { args, at }: Asked,
  { reports }: OperationDeps,
): Promise<ProjectFigures> {
  const range = resolveRange(args, { timezone: project.timezone, now: at });
  const compared = comparedPeriod(args, { range, at });
  const buckets = bucketsOf(range, range.preset === '24h' ? 'hour' : 'day', at);
  const question = { project: project.id, bots: 'excluded', persons: project.persons } as const;
  const [{ persons: _, today: __, local_time: ___, ...described }, { totals, series }] = await Promise.all([
    nameStoreFaults(describeProject(project, reports, at)),
    askStore(
      reports.overview(question, {
        now: { period: range, edges: edgesOf(buckets) },
        before: compared && { period: compared.period, edges: [compared.period.from, compared.period.to] },
        panels: [],
        measure: { by: 'visitors', currency: project.currency },
      }),
    ),
  ]);
  return {
    ...described,
    now: measuresOf(totals.now, project.currency),
    before: totals.before && measuresOf(totals.before, project.currency),
    trend: series.now.map(({ visitors }) => visitors),
    partial: range.to > at,
  };
}

function measuresOf({ visitors, conversions, values }: Totals, currency: string): ProjectFigures['now'] {
  const own = values.find((sum) => sum.currency === currency);
  return { visitors, conversions, revenue: toMajorUnits(own?.minor ?? 0, currency) };
}
