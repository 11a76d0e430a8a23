import { effect } from '@preact/signals';
import { type PageState, readAddress, writeAddress } from './address.ts';
import { project, state } from './location.ts';

const placeOf = (id: string) => `cvq.view.${id}`;

/** What is remembered of a project: its range and its comparison, as an address says them. */
export function rememberView(): void {
  effect(() => {
    if (project.value === null) return;
    localStorage.setItem(placeOf(project.value), writeAddress(viewOf(state.value)));
  });
}

/** The address with what is remembered, where it says nothing itself; null where there is nothing to add. */
export function rememberedAddress(address: string): string | null {
  const [path = '', query] = address.split('?');
  const id = path.split('/')[1] ?? '';
  if (query !== undefined || !id.startsWith('proj_')) return null;
  const kept = localStorage.getItem(placeOf(id)) ?? '';
  const said = writeAddress(viewOf(readAddress(kept)));
  return said === '' ? null : `${path}${said}`;
}

function viewOf({ range, compare, match }: PageState): PageState {
  return { ...readAddress(''), range, compare, match };
}
