import { effect } from '@preact/signals';
import { isInProject, page } from '../address/location.ts';
import { projectName } from '../ask/projects.ts';
import { PAGES } from './pages.ts';

/** Names the tab by the page and the project, so that tabs and the history can be told apart. */
export function nameTab(): void {
  effect(() => {
    if (!isInProject.value) return;
    const name = PAGES.find(({ place }) => place === page.value)?.name;
    document.title = `${name ? `${name} · ` : ''}${projectName.value || 'cvq'}`;
  });
}
