import { readdirSync, readFileSync } from 'node:fs';

/** Processor microseconds of each thread of a process so far, by the number of the thread. */
export function threadMicros(pid: number): ReadonlyMap<string, number> {
  const threads = readdirSync(`/proc/${pid}/task`);
  return new Map(threads.map((thread) => [thread, microsOf(`/proc/${pid}/task/${thread}/schedstat`)]));
}

function microsOf(file: string): number {
  return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1000;
}

/** What a thread of a process is called, such as `writer`; one that has ended has no name. */
export function nameOfThread(pid: number, thread: string): string {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}
