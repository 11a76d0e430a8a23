import type { ListSavedFunnelsResponse, SavedFunnelJson, SavedFunnelResponse } from '@cvq/contract';
import { computed, signal } from '@preact/signals';
import { page, project, state } from '../address/location.ts';
import { steps } from './funnel.ts';
import { remove } from './remove.ts';
import { tell } from './tell.ts';
import { watched } from './watched.ts';

const at = (id = '') => `/projects/${project.value}/funnels${id && `/${id}`}`;

const answered = watched<ListSavedFunnelsResponse>(() =>
  project.value === null || page.value !== 'funnel' ? null : at(),
);

/** The funnels of this project by name; null until they are known. */
export const savedFunnels = computed<readonly SavedFunnelJson[] | null>(
  () => answered.answer.value?.data ?? null,
);

/** Which one was chosen by its name: several may have the same steps. */
export const namedFunnel = signal<string | null>(null);

/** The saved funnel that is looked at: the one of these steps, scope and days. */
export const openFunnel = computed(() => {
  const { scope, days } = state.value.funnel;
  const same = ({ event_types, ...saved }: SavedFunnelJson) =>
    saved.scope === scope && saved.window_days === days && event_types.join() === steps.value.join();
  const alike = savedFunnels.value?.filter(same) ?? [];
  return alike.find(({ id }) => id === namedFunnel.value) ?? alike[0] ?? null;
});

/**
 * Saves the steps of now under a name, in the place of those of the funnel that has it.
 * @throws NotAnswered
 */
export async function saveFunnel(name: string): Promise<void> {
  const { scope, days } = state.value.funnel;
  await tell<SavedFunnelResponse>(at(), { name, event_types: steps.value, scope, window_days: days });
  answered.retry();
}

/** @throws NotAnswered */
export async function removeFunnel(id: string): Promise<void> {
  await remove(at(id));
  answered.retry();
}
