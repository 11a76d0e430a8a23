import type { SignedInPerson } from '@cvq/contract';
import { signal } from '@preact/signals';

/** Who has signed in here, as far as it is known. */
export const person = signal<SignedInPerson | null>(null);

/** Whether nobody has signed in here, or their session has ended. The page says so when it comes. */
export const isSignedOut = signal('signedOut' in document.documentElement.dataset);

/** Grows when everything is to be asked once more: somebody has signed in, or the collector answers again. */
export const askedAnew = signal(0);

/** Grows with each write that is refused to them: their role may be another since the page was opened. */
export const roleDoubted = signal(0);

/**
 * Another value each time this browser may have another session in place of its own; a promise, which never fails,
 * while that is under way.
 */
export const renewal = signal<unknown>(0);
