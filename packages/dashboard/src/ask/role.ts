import { computed } from '@preact/signals';
import { currentProject } from './projects.ts';
import { person } from './session.ts';

/** What whoever is signed in may do in this project; null while that is not known. */
const role = computed(() => currentProject.value?.role ?? null);

/** Whether they may have something done, beyond looking. */
export const mayAct = computed(() => role.value !== null && role.value !== 'viewer');

/** Whether they may change settings, and have done what cannot be undone. The owner of the demo is no person. */
export const mayAdminister = computed(
  () => (role.value === 'admin' || role.value === 'owner') && person.value?.is_demo === false,
);
