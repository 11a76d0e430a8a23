import type { SignedInResponse } from '@cvq/contract';
import { computed } from '@preact/signals';
import { project } from '../address/location.ts';
import { watched } from './watched.ts';

const me = watched<SignedInResponse>(() => '/me');

/** What whoever is signed in may do in this project; null while that is not known. */
const role = computed(
  () => me.answer.value?.data.projects.find(({ id }) => id === project.value)?.role ?? null,
);

/** Whether they may have something done, beyond looking. */
export const mayAct = computed(() => role.value !== null && role.value !== 'viewer');
