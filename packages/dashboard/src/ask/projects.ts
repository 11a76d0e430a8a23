import type { ListProjectsResponse } from '@cvq/contract';
import { computed } from '@preact/signals';
import { project } from '../address/location.ts';
import { watched } from './watched.ts';

/** What this person can see. */
const projects = watched<ListProjectsResponse>(() => '/projects');

/** The project that the address names; null while it is not known, or out of reach. */
const currentProject = computed(
  () => projects.answer.value?.data.find(({ id }) => id === project.value) ?? null,
);

export const projectName = computed(() => currentProject.value?.domain ?? '');
