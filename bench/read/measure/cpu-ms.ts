import { readdirSync, readFileSync } from 'node:fs';

/**
 * Processor milliseconds of a process so far, user and system, of all its threads that still run. From the scheduler's
 * own count, since that of `/proc/PID/stat` has steps of ten milliseconds.
 */
export function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + nanosecondsOf(pid, thread), 0) / 1e6;
}

/** A thread may end between two looks. */
function nanosecondsOf(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}
