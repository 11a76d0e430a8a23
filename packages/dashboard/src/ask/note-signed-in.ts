import type { SignedInPerson } from '@cvq/contract';
import { batch } from '@preact/signals';
import { askedAnew, isSignedOut, person } from './session.ts';

/** Where tabs tell each other who has signed in last. */
export const PERSON_PLACE = 'cvq.person';

/** From now on this person's figures are shown here. */
export function noteSignedIn(as: SignedInPerson): void {
  localStorage.setItem(PERSON_PLACE, as.id ?? '');
  // What another person saw is not for this one.
  if (person.value !== null && person.value.id !== as.id) {
    location.reload();
    return;
  }
  batch(() => {
    person.value = as;
    isSignedOut.value = false;
    askedAnew.value += 1;
  });
}
