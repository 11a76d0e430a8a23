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
/** How many tenants ask each question, of all that there are, and how often each. */
const ASKING = 100;
const ROUNDS = 5;

/**
 * What projects of ten events pay for their large neighbours: their questions, the first of each and the later ones. The
 * first hundred ask soon after a start, when V8 has hardly compiled anything. What a first question costs later is told by
 * projects of which nobody has asked anything until then.
 */
export async function tenants(seeded: Seeded, folder: string, outcome: Outcome): Promise<void> {
  await compactAll(seeded, folder, outcome);
  const collector = await MeasuredCollector.start(folder);
  try {
    const nextKey = rotating([...seeded.keys.tenants]);
    const large = pathOf(QUESTIONS[0] as Question, seeded.projects.large[0] as string, seeded.plan);
    await collector.ask(large, seeded.keys.large[0] as string);
    await collector.idle();
    const askAll = async (question: Question, projects: readonly string[]) => {
      const costs: Cost[] = [];
      for (const project of projects)
        costs.push(await collector.ask(pathOf(question, project, seeded.plan), nextKey()));
      return costs;
    };
    const [asking = [], ...others] = groupsOf(seeded.projects.tenants);
    outcome.print(
      `${asking.length} of ${seeded.projects.tenants.length} projects of ten events ask, beside ${seeded.plan.events} events`,
    );
    for (const question of QUESTIONS) {
      tell(`${nameOf(question)}, the first of each`, await askAll(question, asking), outcome);
      const later = [];
      for (let round = 0; round < ROUNDS; round += 1) later.push(...(await askAll(question, asking)));
      tell(nameOf(question), later, outcome);
    }
    for (const [index, question] of QUESTIONS.entries()) {
      const first = await askAll(question, others[index] ?? []);
      tell(`${nameOf(question)}, the first of others`, first, outcome);
    }
  } finally {
    await collector.stop();
  }
}

/** Those who ask first, and others for each question, spread over all. */
function groupsOf(projects: readonly string[]): readonly (readonly string[])[] {
  const groups = QUESTIONS.length + 1;
  const every = Math.max(groups, Math.floor(projects.length / ASKING));
  return Array.from({ length: groups }, (_, group) =>
    projects.filter((_, index) => index % every === group).slice(0, ASKING),
  );
}

type Cost = { readonly wallMs: number; readonly cpuMs: number };

function tell(name: string, costs: readonly Cost[], outcome: Outcome): void {
  const wall = costs.map(({ wallMs }) => wallMs);
  outcome.tell(`${name}: CPU`, median(costs.map(({ cpuMs }) => cpuMs)), 'ms');
  outcome.tell(`${name}: p50`, median(wall), 'ms');
  outcome.atMost(`${name}: p95`, quantile(wall, 0.95), { target: TARGETS.tenantWallP95, unit: 'ms' });
}
