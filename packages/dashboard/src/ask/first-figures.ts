import { effect, signal } from '@preact/signals';
import { page, project } from '../address/location.ts';
import { overview } from './overview.ts';

/** Whether the first figures are on the screen, or the page has none to wait for. What they can do without is asked for then. */
export const areFirstFiguresShown = signal(false);

effect(() => {
  const isOverview = project.value !== null && page.value === 'overview';
  if (isOverview && overview.answer.value === null && overview.problem.value === null) return;
  afterPaint(() => {
    areFirstFiguresShown.value = true;
  });
});

/** A page in the background is not painted, and is not waited for. */
function afterPaint(act: () => void): void {
  if (document.hidden) setTimeout(act);
  else requestAnimationFrame(() => setTimeout(act));
}
