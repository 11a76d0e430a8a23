import type { LiveResponse } from '@cvq/contract';
import { effect } from '@preact/signals';
import { project } from '../address/location.ts';
import { liveChanges } from './live-changes.ts';
import { liveVisitors } from './live-visitors.ts';
import { watched } from './watched.ts';

/** The figure of the bar is read aloud where somebody listens, so it changes no more often. */
const AT_MOST_EVERY_MS = 60_000;

const figures = watched<LiveResponse>(() =>
  project.value === null ? null : `/analytics/live?project=${project.value}&limit=0`,
);

effect(() => {
  liveVisitors.value = figures.answer.value?.data.visitors ?? null;
});

let due: ReturnType<typeof setTimeout> | undefined;

effect(() => {
  if (liveChanges.value === 0 || due !== undefined) return;
  due = setTimeout(() => {
    due = undefined;
    figures.retry();
  }, AT_MOST_EVERY_MS);
});
