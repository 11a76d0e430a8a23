import { existsSync, renameSync, statSync } from 'node:fs';
import { analysts } from '../live/analysts.ts';
import { COMPACTION_RESTS_MS, MeasuredCollector } from '../measure/collector.ts';
import type { Outcome } from '../measure/outcome.ts';
import { quantile } from '../measure/quantile.ts';
import { runCommand } from '../measure/run-command.ts';
import { temporaryStore } from '../measure/temporary-store.ts';
import { pathOf } from '../questions/path-of.ts';
import { nameOf, type Question } from '../questions/question.ts';
import { TARGETS } from '../questions/targets.ts';
import { seedProjects } from '../seed/projects.ts';
import type { Seeded } from '../seed/seeded-note.ts';

/** What must be answered alike by the store that the events come from and the one that takes them in. */
const COMPARED: readonly Question[] = [
  { about: 'overview', days: 90, target: 'roll_up' },
  { about: 'timeseries', days: 90, granularity: 'day', target: 'roll_up' },
  { about: 'breakdown', days: 90, dimension: 'source', target: 'roll_up_long' },
  { about: 'breakdown', days: 90, dimension: 'page', target: 'roll_up_long' },
  { about: 'breakdown', days: 30, dimension: 'property:plan', target: 'scan' },
  { about: 'funnel', days: 90, scope: 'visitor', target: 'scan' },
  { about: 'conversions', days: 90, target: 'small' },
  { about: 'bots', days: 90, target: 'small' },
];

/** The events of the asked project are imported into a new store while an analyst asks that store without pause. */
export async function importEvents(seeded: Seeded, folder: string, outcome: Outcome): Promise<void> {
  const lines = await exportLines(seeded, folder);
  const target = temporaryStore(folder);
  const { projects, keys } = await seedProjects(target.folder, 1);
  const project = projects.large[0] as string;
  const collector = await MeasuredCollector.start(target.folder);
  try {
    const began = performance.now();
    const command = runCommand(['events', 'import', '--project', project], {
      folder: target.folder,
      input: lines,
    });
    let code: number | null = null;
    const ended = command.ended.then((exit) => {
      code = exit;
    });
    const team = { count: 1, port: collector.port, project, keys: keys.large, end: seeded.plan.end };
    const times = await analysts(team, () => code !== null);
    await ended;
    if (code !== 0) throw new Error(`cvq events import ended with ${code}.`);
    const seconds = (performance.now() - began) / 1000;
    outcome.tell('import', seconds, 's');
    outcome.tell('   of lines', statSync(lines).size / 1e6 / seconds, 'MB/s');
    outcome.tell('questions meanwhile', times.length, '');
    outcome.tell('   p50', quantile(times, 0.5), 'ms');
    outcome.atMost('   p95', quantile(times, 0.95), { target: TARGETS.importReadP95, unit: 'ms' });
    outcome.tell('resident at most, collector', collector.peakBytes() / 1e6, 'MB');
    const [first] = COMPARED as [Question];
    const after = await collector.answer(pathOf(first, project, seeded.plan), keys.large[0] as string);
    outcome.tell(`${nameOf(first)}, right after it`, after.wallMs, 'ms');
    await collector.idle(COMPACTION_RESTS_MS);
    const answers = await answersOf(collector, { project, key: keys.large[0] as string, seeded });
    await compare(answers, { seeded, folder }, outcome);
  } finally {
    await collector.stop();
    target.remove();
  }
}

/** Done once for a store: its lines are kept beside it. */
async function exportLines(seeded: Seeded, folder: string): Promise<string> {
  const lines = `${folder}-lines.ndjson`;
  if (existsSync(lines)) return lines;
  process.stderr.write('Exporting the events …\n');
  const output = `${lines}.new`;
  const args = ['events', 'export', '--project', seeded.projects.large[0] as string];
  const code = await runCommand(args, { folder, output }).ended;
  if (code !== 0) throw new Error(`cvq events export ended with ${code}.`);
  renameSync(output, lines);
  return lines;
}

type Asked = { readonly project: string; readonly key: string; readonly seeded: Seeded };

async function answersOf(collector: MeasuredCollector, { project, key, seeded }: Asked): Promise<string[]> {
  const answers = [];
  for (const question of COMPARED) {
    const { body } = await collector.ask(pathOf(question, project, seeded.plan), key);
    // What stands beside the data names the project and the time.
    answers.push(JSON.stringify((body as { data?: unknown }).data ?? body));
  }
  return answers;
}

type Source = { readonly seeded: Seeded; readonly folder: string };

async function compare(
  answers: readonly string[],
  { seeded, folder }: Source,
  outcome: Outcome,
): Promise<void> {
  const source = await MeasuredCollector.start(folder);
  try {
    const [project, key] = [seeded.projects.large[0] as string, seeded.keys.large[0] as string];
    const before = await answersOf(source, { project, key, seeded });
    const different = COMPARED.filter((_, index) => before[index] !== answers[index]);
    for (const question of different)
      outcome.print(`ANOTHER ANSWER than before the import: ${nameOf(question)}`);
    outcome.atMost('questions with another answer', different.length, { target: 0, unit: '' });
  } finally {
    await source.stop();
  }
}
