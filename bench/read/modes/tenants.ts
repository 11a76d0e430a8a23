import { MeasuredCollector } from '../measure/collector.ts';
import type { Outcome } from '../measure/outcome.ts';
import { median, quantile } from '../measure/quantile.ts';
import { rotating } from '../measure/rotating.ts';
import { pathOf } from '../questions/path-of.ts';
import { nameOf, type Question } from '../questions/question.ts';
import { TARGETS } from '../questions/targets.ts';
import type { Seeded } from '../seed/seeded-note.ts';
import { compactAll } from './compact-all.ts';

const QUESTIONS: readonly Question[] = [
  { about: 'overview', days: 30, target: 'small' },
  { about: 'breakdown', days: 90, dimension: 'page', target: 'small' },
  { about: 'funnel', days: 90, scope: 'visitor', target: 'small' },
];
/** How many tenants ask, of all that there are, and how often each. */
const ASKING = 100;
const ROUNDS = 5;

/** What projects of ten events pay for their large neighbours: their questions, the first of each and the later ones. */
export async function tenants(seeded: Seeded, folder: string, outcome: Outcome): Promise<void> {
  await compactAll(seeded, folder, outcome);
  const collector = await MeasuredCollector.start(folder);
  try {
    const nextKey = rotating([...seeded.keys.tenants]);
    const large = pathOf(QUESTIONS[0] as Question, seeded.projects.large[0] as string, seeded.plan);
    await collector.ask(large, seeded.keys.large[0] as string);
    await collector.idle();
    const all = seeded.projects.tenants;
    const every = Math.max(1, Math.floor(all.length / ASKING));
    const asking = all.filter((_, index) => index % every === 0).slice(0, ASKING);
    outcome.print(
      `${asking.length} of ${all.length} projects of ten events ask, beside ${seeded.plan.events} events`,
    );
    for (const question of QUESTIONS) {
      const ask = async (project: string) => collector.ask(pathOf(question, project, seeded.plan), nextKey());
      const first = [];
      for (const project of asking) first.push(await ask(project));
      const later = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const project of asking) later.push(await ask(project));
      }
      tell(`${nameOf(question)}, the first of each`, first, outcome);
      tell(nameOf(question), later, outcome);
    }
  } finally {
    await collector.stop();
  }
}

type Cost = { readonly wallMs: number; readonly cpuMs: number };

function tell(name: string, costs: readonly Cost[], outcome: Outcome): void {
  const wall = costs.map(({ wallMs }) => wallMs);
  outcome.tell(`${name}: CPU`, median(costs.map(({ cpuMs }) => cpuMs)), 'ms');
  outcome.tell(`${name}: p50`, median(wall), 'ms');
  outcome.atMost(`${name}: p95`, quantile(wall, 0.95), { target: TARGETS.tenantWallP95, unit: 'ms' });
}
