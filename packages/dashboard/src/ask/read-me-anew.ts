import type { SignedInResponse } from '@cvq/contract';
import { ask } from './ask.ts';
import { person } from './session.ts';

/** Reads who is signed in once more, after something that may have changed what they can see. @throws NotAnswered */
export async function readMeAnew(): Promise<void> {
  person.value = (await ask<SignedInResponse>('/me')).data;
}
