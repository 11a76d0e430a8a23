import type { SignedInResponse } from '@cvq/contract';
import { computed, effect } from '@preact/signals';
import { project } from '../address/location.ts';
import { areFirstFiguresShown } from './first-figures.ts';
import { person, roleDoubted } from './session.ts';
import { watched } from './watched.ts';

/** The figures come first: who asks for them, and what that leads to, can wait. */
const me = watched<SignedInResponse>(() => (areFirstFiguresShown.value ? '/me' : null));

effect(() => {
  if (me.answer.value) person.value = me.answer.value.data;
});

effect(() => {
  if (roleDoubted.value > 0) me.retry();
});

/** What this person can see; null while it is not known. */
export const projects = computed(() => person.value?.projects ?? null);

/** The project that the address names; null while it is not known, or out of reach. */
export const currentProject = computed(() => projects.value?.find(({ id }) => id === project.value) ?? null);

export const projectName = computed(() => currentProject.value?.domain ?? '');
