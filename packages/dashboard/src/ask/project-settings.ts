import type { ProjectSettingsResponse, UpdateProjectBody } from '@cvq/contract';
import { item, openPage, page, project } from '../address/location.ts';
import { readMeAnew } from './read-me-anew.ts';
import { tell } from './tell.ts';
import { watched } from './watched.ts';

const isOpen = () => page.value === 'settings' && (item.value === null || item.value === 'project');

/** Everything that is set for the project. */
export const projectSettings = watched<ProjectSettingsResponse>(() =>
  project.value !== null && isOpen() ? `/projects/${project.value}/settings` : null,
);

/** @throws NotAnswered */
export async function saveProject(change: UpdateProjectBody): Promise<void> {
  await tell<ProjectSettingsResponse>(`/projects/${project.value}/settings`, change);
  projectSettings.retry();
  await readMeAnew();
}

/** @throws NotAnswered */
export async function deleteProject(domain: string): Promise<void> {
  await tell(`/projects/${project.value}/delete`, { domain });
  openPage('/');
  await readMeAnew();
}
