import { type Outcome, told } from '../measure/outcome.ts';
import { median, quantile } from '../measure/quantile.ts';
import { nameOf } from '../questions/question.ts';
import { TARGETS } from '../questions/targets.ts';
import type { Runs } from './interleaved-runs.ts';

const HEADS = ['CPU', 'target', 'p50', 'p95', 'ClickHouse', 'DuckDB', 'to CH'];
const DIFFERENCES_TOLD = 5;

/** One line a question that was asked: medians of processor time beside the target, wall time, the engines, and the verdict. */
export function printQuestions(results: readonly Runs[], outcome: Outcome): void {
  outcome.print(`\nMilliseconds.\n${lineOf('', HEADS)}`);
  for (const runs of results.filter(({ cpuMs }) => cpuMs.length > 0)) {
    const cpu = median(runs.cpuMs);
    const clickHouse = median(runs.engines.ClickHouse);
    const ratio = cpu / clickHouse;
    const target = TARGETS.cpuOf(runs.question);
    const p95 = quantile(runs.wallMs, 0.95);
    const figures = [cpu, target, median(runs.wallMs), p95, clickHouse, median(runs.engines.DuckDB), ratio];
    const judged: Record<string, [figure: number, target: number]> = {
      CPU: [cpu, target],
      p95: [p95, TARGETS.wallP95],
    };
    if (runs.engines.ClickHouse.length > 0) judged['to CH'] = [ratio, TARGETS.ofClickHouse];
    outcome.print(`${lineOf(nameOf(runs.question), figures.map(told))}  ${outcome.verdict(judged)}`);
  }
  const found = results.flatMap(({ differences }) => differences);
  if (found.length === 0) return;
  outcome.missed += 1;
  outcome.print(`\nANSWERS DIFFER in ${found.length} figures:`);
  for (const runs of results) {
    for (const text of runs.differences.slice(0, DIFFERENCES_TOLD)) outcome.print(`  ${text}`);
  }
}

function lineOf(name: string, cells: readonly string[]): string {
  return name.padEnd(44) + cells.map((cell) => cell.padStart(11)).join('');
}
