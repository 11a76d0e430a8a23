import { readdirSync, readFileSync } from 'node:fs';

/** Processor microseconds of each thread of a process so far, by the number of the thread. */
export function threadMicros(pid: number): ReadonlyMap<string, number> {
  const threads = readdirSync(`/proc/${pid}/task`);
  return new Map(threads.map((thread) => [thread, microsOf(`/proc/${pid}/task/${thread}/schedstat`)]));
}

function microsOf(file: string): number {
  return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1000;
}

/** Whether it is one of those with which V8 collects and compiles for all others, and Node.js works for the disk. */
export function isHelper(pid: number, thread: string): boolean {
  return /^(V8Worker|libuv-worker)/.test(readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8'));
}
