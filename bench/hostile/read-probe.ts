import { existsSync, readFileSync } from 'node:fs';

type Line = { readonly at: number; readonly thread: string; readonly late: number };
type Period = { readonly from: number; readonly to: number };

/** The lateness of the loop of a thread in a period: the mean of the p99 of its seconds, in milliseconds. */
export function readProbe(file: string, thread: string, { from, to }: Period): number {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const seconds = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.thread === thread && line.at > from && line.at <= to);
  return seconds.reduce((sum, { late }) => sum + late, 0) / Math.max(1, seconds.length);
}
