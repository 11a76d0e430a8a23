import { computed } from '@preact/signals';
import { accounts } from './accounts.ts';
import { accountsToOwn } from './may-create-project.ts';
import { person } from './session.ts';

/**
 * The accounts that a new project can be in, those first of which they are an admin or owner; null while they are not known.
 * Nobody would reach it in one that is suspended.
 */
export const accountsForProject = computed(() => {
  const own = accountsToOwn.value;
  if (!person.value?.is_superadmin) return own;
  const others = accounts.answer.value?.data.filter(
    (other) => other.suspended_at === null && !own.some(({ id }) => id === other.id),
  );
  return others ? [...own, ...others] : null;
});
