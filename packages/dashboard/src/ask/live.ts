import type { ListRefusalsResponse, LiveResponse } from '@cvq/contract';
import { page, project } from '../address/location.ts';
import { watched } from './watched.ts';

const isAsked = () => project.value !== null && page.value === 'live';

/** Who is there now, and what happens. */
export const live = watched<LiveResponse>(() =>
  isAsked() ? `/analytics/live?project=${project.value}&limit=50` : null,
);

/** What tracking refused lately; of a project that waits for its first visit too. */
export const refusals = watched<ListRefusalsResponse>(() =>
  project.value !== null && ['live', 'overview'].includes(page.value)
    ? `/refusals?project=${project.value}`
    : null,
);
