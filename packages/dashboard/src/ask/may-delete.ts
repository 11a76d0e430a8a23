import { computed } from '@preact/signals';
import { currentProject } from './projects.ts';
import { mayAdminister } from './role.ts';

/** Whether they may delete the project, or what happened in it: what ends it takes a role in it that no agency gives. */
export const mayDelete = computed(() => {
  const own = currentProject.value?.own_role;
  return mayAdminister.value && (own === 'admin' || own === 'owner');
});
