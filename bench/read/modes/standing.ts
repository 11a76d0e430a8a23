import { atExit } from '../measure/at-exit.ts';
import { MeasuredCollector } from '../measure/collector.ts';
import { folderBytes } from '../measure/folder-bytes.ts';
import type { Outcome } from '../measure/outcome.ts';
import { startEngine } from '../peers/ask-engine.ts';
import { type EngineName, enginePackages } from '../peers/engines.ts';
import { exportVisits } from '../peers/export-visits.ts';
import { pathOf } from '../questions/path-of.ts';
import { nameOf, type Question } from '../questions/question.ts';
import { QUESTIONS } from '../questions/questions.ts';
import { TARGETS } from '../questions/targets.ts';
import type { Seeded } from '../seed/seeded-note.ts';
import { compactAll } from './compact-all.ts';
import { interleavedRuns, noRuns } from './interleaved-runs.ts';
import { printQuestions } from './question-table.ts';

export type StandingOptions = {
  readonly folder: string;
  readonly runs: number;
  readonly peers: readonly EngineName[];
  /** Only questions whose names have this in them. */
  readonly only: string;
};

const FIRST: Question = { about: 'overview', days: 90, target: 'roll_up' };
const MEGABYTE = 1e6;

/** What every question costs where nothing new comes in, beside other engines; memory, disk, and the first answer. */
export async function standing(seeded: Seeded, options: StandingOptions, outcome: Outcome): Promise<void> {
  const questions = QUESTIONS.filter(
    (question) => question.days <= seeded.plan.days && nameOf(question).includes(options.only),
  );
  await compactAll(seeded, options.folder, outcome);
  const collector = await MeasuredCollector.start(options.folder);
  try {
    await printFirstAnswer(collector, seeded, outcome);
    const { engines, exported } = await startEngines(collector, seeded, options);
    try {
      const contest = { collector, seeded, engines, exported };
      const runs = noRuns(questions);
      const cancelPrint = atExit(() => printQuestions(runs, outcome));
      await interleavedRuns(runs, options.runs, contest);
      cancelPrint();
      printQuestions(runs, outcome);
    } finally {
      for (const engine of engines) await engine.stop();
    }
    outcome.print('');
    const { residentBytes } = TARGETS;
    const memory = { target: residentBytes / MEGABYTE, unit: 'MB' };
    outcome.atMost('resident after all questions', collector.residentBytes() / MEGABYTE, memory);
    outcome.atMost('resident at most', collector.peakBytes() / MEGABYTE, memory);
    printDisk(seeded, options.folder, outcome);
  } finally {
    await collector.stop();
  }
}

const firstProject = ({ projects }: Seeded) => projects.large[0] as string;

async function printFirstAnswer(
  collector: MeasuredCollector,
  seeded: Seeded,
  outcome: Outcome,
): Promise<void> {
  outcome.tell('from the start of the process until it listens', collector.startMs, 'ms');
  outcome.tell('resident before the first question', collector.residentBytes() / MEGABYTE, 'MB');
  const path = pathOf(FIRST, firstProject(seeded), seeded.plan);
  const { wallMs, cpuMs } = await collector.ask(path, seeded.keys.large[0] as string);
  const target = { target: TARGETS.firstAnswer, unit: 'ms' };
  outcome.atMost(`the first answer after a start, ${nameOf(FIRST)}`, wallMs, target);
  outcome.tell('processor time of that', cpuMs, 'ms');
}

async function startEngines(
  collector: MeasuredCollector,
  seeded: Seeded,
  { folder, peers }: StandingOptions,
) {
  if (peers.length === 0) return { engines: [], exported: null };
  enginePackages.install();
  process.stderr.write('Loading the events into the peers …\n');
  const exported = exportVisits(`${folder}-peers`, seeded);
  const counted = await countedIn(collector, seeded);
  const engines = [];
  for (const peer of peers) engines.push(await startEngine(peer, `${folder}-peers`, { exported, counted }));
  return { engines, exported };
}

/** Whether the asked project counts persons, as it says itself. */
async function countedIn(collector: MeasuredCollector, seeded: Seeded): Promise<'person' | 'visitor'> {
  const { body } = await collector.ask(
    `/v1/projects/${firstProject(seeded)}`,
    seeded.keys.large[0] as string,
  );
  return (body as { data: { persons?: 'on' | 'off' } }).data.persons === 'on' ? 'person' : 'visitor';
}

function printDisk({ plan }: Seeded, folder: string, outcome: Outcome): void {
  const files = Object.entries(folderBytes(folder));
  const all = files.reduce((sum, [, bytes]) => sum + bytes, 0);
  const worthTelling = files.filter(([, bytes]) => bytes > all / 1000);
  for (const [name, bytes] of worthTelling) outcome.tell(`bytes an event, ${name}`, bytes / plan.events, 'B');
  const target = { target: TARGETS.bytesPerEvent, unit: 'B' };
  outcome.atMost('bytes an event, all files', all / plan.events, target);
}
