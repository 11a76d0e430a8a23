import { signal } from '@preact/signals';
import { askedAnew } from './session.ts';

/** Since when the collector has not answered, in epoch milliseconds; null while it does. */
export const unreachableSince = signal<number | null>(null);

/** How often it is tried whether the collector answers again. */
const TRIED_EVERY_MS = 5000;

let trying: ReturnType<typeof setTimeout> | undefined;

/** Called where the collector did not answer. */
export function noteUnreached(): void {
  unreachableSince.value ??= Date.now();
  clearTimeout(trying);
  trying = setTimeout(tryAgain, TRIED_EVERY_MS);
}

/** Called where the collector has answered. */
export function noteReached(): void {
  clearTimeout(trying);
  unreachableSince.value = null;
}

/**
 * Something did not arrive: resolves once the collector answers what is asked from now on. What was asked before may arrive
 * where nothing else does.
 */
export async function reachedAgain(): Promise<void> {
  do {
    noteUnreached();
    await new Promise<void>((resolve) => {
      unreachableSince.subscribe((since) => since ?? resolve());
    });
  } while (!(await tryAgain()));
}

/** Whether anything is answered. */
async function tryAgain(): Promise<boolean> {
  const response = await fetch('/dashboard-api/v1/sign-in').catch(noteUnreached);
  if (!response) return false;
  noteReached();
  askedAnew.value += 1;
  return true;
}

addEventListener('online', () => {
  if (unreachableSince.value !== null) void tryAgain();
});
