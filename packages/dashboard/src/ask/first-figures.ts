import { effect, signal } from '@preact/signals';
import { page, project } from '../address/location.ts';
import { overview } from './overview.ts';

/** Whether the first figures are on the screen, or the page has none to wait for. What they can do without is asked for then. */
export const areFirstFiguresShown = signal(false);

/** Told by the Overview, once its figures are drawn: its answer may come before what draws it. */
export function noteFigures(): void {
  afterPaint(() => {
    areFirstFiguresShown.value = true;
  });
}

effect(() => {
  const isOverview = project.value !== null && page.value === 'overview';
  if (!isOverview || overview.problem.value !== null) noteFigures();
});

/** A page in the background is not painted, and is not waited for. */
function afterPaint(act: () => void): void {
  if (document.hidden) setTimeout(act);
  else requestAnimationFrame(() => setTimeout(act));
}
