import type { Page, ProjectRecord } from '@cvq/storage';
import { isHostOfProject } from '../net/is-host-of-project.ts';

/**
 * True when a project names its hosts and a page is on none of them: somebody else uses its tracking key. The
 * event is kept apart, so that it cannot be found in the reports of the site.
 */
export function isForeignHost(page: Page | null, project: ProjectRecord): boolean {
  if (project.hosts === null || page === null || page.hostname === null) return false;
  return !isHostOfProject(page.hostname, project);
}
