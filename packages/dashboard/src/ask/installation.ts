import type { GetProjectResponse, ListRefusalsResponse } from '@cvq/contract';
import { item, page, project } from '../address/location.ts';
import { watched } from './watched.ts';

const isOpen = () => project.value !== null && page.value === 'settings' && item.value === 'tracking';

/** Whether events of the project arrive. */
export const installation = watched<GetProjectResponse>(() =>
  isOpen() ? `/projects/${project.value}` : null,
);

/** What tracking refused of it lately. */
export const refusedLately = watched<ListRefusalsResponse>(() =>
  isOpen() ? `/refusals?project=${project.value}` : null,
);
