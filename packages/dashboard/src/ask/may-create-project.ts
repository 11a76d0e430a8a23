import { computed } from '@preact/signals';
import { person } from './session.ts';

/** The accounts that whoever is signed in may make projects in. A superadmin's may be none: then it is the first account. */
export const accountsToOwn = computed(
  () => person.value?.accounts.filter(({ role }) => role === 'admin' || role === 'owner') ?? [],
);

export const mayCreateProject = computed(
  () => accountsToOwn.value.length > 0 || person.value?.is_superadmin === true,
);
