import type { MeasuredCollector } from '../measure/collector.ts';
import { rotating } from '../measure/rotating.ts';
import type { RunningEngine } from '../peers/ask-engine.ts';
import type { EngineName } from '../peers/engines.ts';
import type { Exported } from '../peers/export-visits.ts';
import { differences } from '../peers/figures.ts';
import { figuresOfAnswer } from '../peers/figures-of-answer.ts';
import { figuresOfEngine } from '../peers/figures-of-engine.ts';
import { pathOf } from '../questions/path-of.ts';
import { nameOf, type Question } from '../questions/question.ts';
import type { Seeded } from '../seed/seeded-note.ts';

/** What a question took in each run, in milliseconds, by cvq and by the engines that can answer it. */
export type Runs = {
  readonly question: Question;
  readonly cpuMs: number[];
  readonly wallMs: number[];
  readonly engines: Readonly<Record<EngineName, number[]>>;
  /** Where the first answers of cvq and of an engine differ. */
  readonly differences: string[];
};

type Contest = {
  readonly collector: MeasuredCollector;
  readonly seeded: Seeded;
  readonly engines: readonly RunningEngine[];
  /** Null without engines. */
  readonly exported: Exported | null;
};

/** Of each question, before it was asked. */
export function noRuns(questions: readonly Question[]): Runs[] {
  return questions.map((question) => ({
    ...{ question, cpuMs: [], wallMs: [], differences: [] },
    engines: { ClickHouse: [], DuckDB: [] },
  }));
}

/**
 * Asks each question of cvq and then of the engines, all questions of a round one after the other, and round after
 * round, so that a noisy machine disturbs all alike. One round goes before, in which answers are compared. What each
 * took is added to the runs as it comes.
 */
export async function interleavedRuns(
  results: readonly Runs[],
  count: number,
  contest: Contest,
): Promise<void> {
  const nextKey = rotating(contest.seeded.keys.large);
  for (let run = 0; run <= count; run += 1) {
    for (const result of results) await askAll(result, { ...contest, key: nextKey(), isFirst: run === 0 });
    if (process.stderr.isTTY) process.stderr.write(`\rround ${run} of ${count} `);
  }
}

async function askAll(result: Runs, contest: Contest & { key: string; isFirst: boolean }): Promise<void> {
  const { question } = result;
  const { collector, seeded, engines, exported, key, isFirst } = contest;
  const path = pathOf(question, seeded.projects.large[0] as string, seeded.plan);
  const { body, cpuMs, wallMs } = await collector.ask(path, key);
  if (!isFirst) {
    result.cpuMs.push(cpuMs);
    result.wallMs.push(wallMs);
  }
  for (const engine of engines) {
    const answer = await engine.ask(question);
    if (answer === null || exported === null) continue;
    if (!isFirst) {
      result.engines[engine.name].push(answer.cpuMs);
      continue;
    }
    const theirs = figuresOfEngine(question, answer, exported);
    const found = differences(figuresOfAnswer(question, body), theirs);
    result.differences.push(...found.map((text) => `${nameOf(question)}, cvq and ${engine.name}: ${text}`));
  }
}
