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

/** Grows each time this browser is given another session in place of its own. */
export const renewals = signal(0);
let renewal: Promise<unknown> = Promise.resolve();

/** Does what ends the session and gives another. What is asked meanwhile may be refused, since it came with the one before. */
export function renewSession<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const done = work().then((answer) => {
    renewals.value += 1;
    return answer;
  });
  renewal = done.catch(() => {});
  return done;
}

/** Whether the session of then has another in its place, or will have once what is under way is done. */
export async function isRenewedSince(then: number): Promise<boolean> {
  await renewal;
  return renewals.peek() !== then;
}

export function noteSignedOut(): void {
  isSignedOut.value = true;
}
