import { signal } from '@preact/signals';
import { askedAnew } from './session.ts';

/** Since when the collector has not answered, in epoch milliseconds; null while it does. */
export const unreachableSince = signal<number | null>(null);

/** How often it is tried whether the collector answers again. */
const TRIED_EVERY_MS = 5000;

let trying: ReturnType<typeof setTimeout> | undefined;

export function noteUnreached(): void {
  unreachableSince.value ??= Date.now();
  clearTimeout(trying);
  trying = setTimeout(tryAgain, TRIED_EVERY_MS);
}

export function noteReached(): void {
  clearTimeout(trying);
  unreachableSince.value = null;
}

/** Something did not arrive: resolves once the collector answers. */
export function reachedAgain(): Promise<void> {
  noteUnreached();
  return new Promise((resolve) => {
    unreachableSince.subscribe((since) => {
      if (since === null) resolve();
    });
  });
}

async function tryAgain(): Promise<void> {
  const response = await fetch('/dashboard-api/v1/sign-in').catch(() => null);
  if (response === null) return noteUnreached();
  noteReached();
  askedAnew.value += 1;
}

addEventListener('online', () => {
  if (unreachableSince.value !== null) void tryAgain();
});
