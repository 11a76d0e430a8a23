import { safely } from './safely.ts';

/** Does something of ours later, and keeps from the page what it throws. Without more arguments, which wrappers lose. */
export function later(task: () => unknown, delayMs: number): ReturnType<typeof setTimeout> {
  return setTimeout(() => safely(task), delayMs);
}
