import { safely } from './safely.ts';

/** More than this waits for nothing: an application that never calls `init` must not grow without end. */
const MAX_WAITING = 2_000;

type Waiting = { readonly task: () => void; readonly isQuestion?: boolean | undefined };

let waiting: Waiting[] | undefined = [];
let isRefused = false;
const checks: (() => void)[] = [];

/** Has something looked at before each task and each request: another tab may have heard what changes this one. */
export function beforeTasks(check: () => void): void {
  if (!checks.includes(check)) checks.push(check);
}

/** Looks at what another tab may have heard. It may stop the tracking, or go on with it. */
export function heedOtherTabs(): void {
  for (const check of checks) safely(check);
}

/**
 * Runs a task now, or once `init` has done its work, in the order of the calls. A question, such as a page's for the
 * session, is also put where the visitor is not tracked.
 */
export function whenStarted(task: () => void, isQuestion?: boolean): void {
  heedOtherTabs();
  if (!waiting || (isQuestion && isRefused)) safely(task);
  else if (waiting.length < MAX_WAITING) waiting.push({ task, isQuestion });
}

/** False before `init`, on a server, and for a visitor who is not tracked: then nothing may be kept either. */
export function isTracking(): boolean {
  return !waiting;
}

/** Declares the start done and runs what has waited for it. */
export function start(): void {
  const tasks = waiting || [];
  waiting = undefined;
  for (const { task } of tasks) safely(task);
}

/** The visitor is not tracked. What only asks runs all the same. */
export function refuse(): void {
  if (!waiting) return;
  isRefused = true;
  const questions = waiting.filter(({ isQuestion }) => isQuestion);
  waiting = waiting.filter(({ isQuestion }) => !isQuestion);
  for (const { task } of questions) safely(task);
}

/** From here on everything waits again; what waited before is forgotten. */
export function stop(): void {
  waiting = [];
}
