import { effect } from '@preact/signals';
import { isInProject, item, page } from '../address/location.ts';
import { projectName } from '../ask/projects.ts';
import { dimensionName } from '../figures/dimension-name.ts';
import { PAGES } from './pages.ts';

/** Names the tab by the page and the project, so that tabs and the history can be told apart. */
export function nameTab(): void {
  effect(() => {
    if (!isInProject.value) return;
    const listed = page.value === 'list' && dimensionName(item.value ?? '');
    const name = listed || PAGES.find(({ place }) => place === page.value)?.name;
    document.title = `${name ? `${name} · ` : ''}${projectName.value || 'cvq'}`;
  });
}
