import { MeasuredCollector } from '../measure/collector.ts';
import type { Outcome } from '../measure/outcome.ts';
import { median, quantile } from '../measure/quantile.ts';
import { rotating } from '../measure/rotating.ts';
import { periodOf } from '../questions/period-of.ts';
import { TARGETS } from '../questions/targets.ts';
import type { Seeded } from '../seed/seeded-note.ts';
import { compactAll } from './compact-all.ts';

export type PageOptions = { readonly folder: string; readonly runs: number };

const DAYS = [30, 90];
const MEASURES = ['visitors', 'sessions', 'revenue'];

/** As many dimensions and rows as the Overview of the dashboard shows. */
const BREAKDOWNS = ['source:8', 'page:8', 'campaign:6', 'country:6', 'device:6', 'event_type:6'];

/**
 * What the figures of the dashboard's Overview cost where nothing new comes in: totals, series and six tables with their
 * trends, beside as many days before, and the latest conversions.
 */
export async function page(seeded: Seeded, { folder, runs }: PageOptions, outcome: Outcome): Promise<void> {
  await compactAll(seeded, folder, outcome);
  const collector = await MeasuredCollector.start(folder);
  const nextKey = rotating(seeded.keys.large);
  const ask = (path: string) => collector.ask(path, nextKey());
  const target = seeded.plan.events <= TARGETS.page.small.events ? TARGETS.page.small : TARGETS.page.large;
  try {
    for (const days of DAYS.filter((length) => length <= seeded.plan.days)) {
      for (const { measure, cpu, work } of await costsOf(pathsOf(seeded, days), { ask, runs })) {
        const name = `page of ${days} d by ${measure}`;
        outcome.atMost(`${name}: CPU`, median(cpu), { target: target.cpuMs, unit: 'ms' });
        outcome.tell(`${name}: p50 of work of readers`, median(work), 'ms');
        outcome.tell(`${name}: p95`, quantile(work, 0.95), 'ms');
      }
    }
  } finally {
    await collector.stop();
  }
}

type Asking = { readonly runs: number; ask(path: string): ReturnType<MeasuredCollector['ask']> };

/** By measure, what each run of the page cost. */
async function costsOf({ report, conversions }: ReturnType<typeof pathsOf>, { ask, runs }: Asking) {
  const costs = MEASURES.map((measure) => ({ measure, cpu: [] as number[], work: [] as number[] }));
  for (let run = 0; run <= runs; run += 1)
    for (const { measure, cpu, work } of costs) {
      const [figures, latest] = [await ask(`${report}&measure=${measure}`), await ask(conversions)];
      // The first round finds nothing in memory.
      if (run === 0) continue;
      cpu.push(figures.cpuMs + latest.cpuMs);
      work.push(figures.workMs + latest.workMs);
    }
  return costs;
}

function pathsOf({ plan, projects }: Seeded, days: number) {
  const { startDate, endDate } = periodOf(plan, days);
  const range = { project: projects.large[0] as string, start_date: startDate, end_date: endDate };
  const compared = { ...range, compare: 'previous_period', compare_until: 'same_moment' };
  const report = new URLSearchParams(Object.entries(compared));
  for (const breakdown of BREAKDOWNS) report.append('breakdown', breakdown);
  return {
    report: `/v1/analytics/report?${report}`,
    conversions: `/v1/conversions?${new URLSearchParams({ ...range, limit: '6' })}`,
  };
}
