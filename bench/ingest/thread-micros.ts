import { readdirSync, readFileSync } from 'node:fs';

/** Processor microseconds of each thread of a process so far, by the number of the thread. */
export function threadMicros(pid: number): ReadonlyMap<string, number> {
  const threads = readdirSync(`/proc/${pid}/task`);
  return new Map(threads.map((thread) => [thread, microsOf(`/proc/${pid}/task/${thread}/schedstat`)]));
}

function microsOf(file: string): number {
  return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1000;
}
