import { safely } from './safely.ts';

/** More than this waits for nothing: an application that never calls `init` must not grow without end. */
const MAX_WAITING = 200;

let waiting: (() => void)[] | undefined = [];

/** Runs a task now, or once `init` has done its work, in the order of the calls. */
export function whenStarted(task: () => void): void {
  if (!waiting) safely(task);
  else if (waiting.length < MAX_WAITING) waiting.push(task);
}

/** False before `init`, on a server, and for a visitor who is not tracked: then nothing may be kept either. */
export function isTracking(): boolean {
  return !waiting;
}

/** Declares the start done and runs what has waited for it. */
export function start(): void {
  const tasks = waiting;
  waiting = undefined;
  tasks?.forEach(safely);
}

/** From here on everything waits again; what waited before is forgotten. */
export function stop(): void {
  waiting = [];
}
