import { computed } from '@preact/signals';
import { ErrorBoundary, Route, Router } from 'preact-iso';
import { unreadRange } from '../address/location.ts';
import { currentProject, projects } from '../ask/projects.ts';
import { unreachableSince } from '../ask/reachability.ts';
import { person } from '../ask/session.ts';
import { isSheetOpen } from '../keyboard/open-sheet.ts';
import Overview from '../pages/overview.tsx';
import { Bar } from './bar.tsx';
import { Chips } from './chips.tsx';
import { lazily } from './lazily.ts';
import { askedDays } from './open-days.ts';
import { isFinderOpen } from './open-finder.ts';
import { notedDay } from './open-notes.ts';
import { isTimeless } from './pages.ts';
import { Rail, TabBar } from './rail.tsx';
import { RenderFailure } from './render-failure.tsx';
import { Unreachable } from './unreachable.tsx';

const NotFound = lazily(() => import('../pages/not-found.tsx'));
const FurtherPages = lazily(() => import('./further-pages.tsx'));
const UnreadRange = lazily(() => import('./unread-range.tsx'));
const Overlays = lazily(() => import('./overlays.tsx'));

/** Not before the first figures, unless a key opens something sooner. */
const isOverlaid = computed(
  () =>
    person.value !== null ||
    isFinderOpen.value ||
    isSheetOpen.value ||
    askedDays.value !== null ||
    notedDay.value !== null,
);

/** Whether the address names a project that whoever has signed in does not see, or not any more. */
const isOutOfReach = computed(() => projects.value !== null && currentProject.value === null);

/** What stays while pages of a project change, and the page that the address names. */
export function ProjectShell() {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the figures
      </a>
      <div class="shell">
        <Rail />
        <div class="body">
          <Bar />
          {unreachableSince.value !== null && <Unreachable />}
          <ErrorBoundary>{unreadRange.value !== null && !isTimeless.value && <UnreadRange />}</ErrorBoundary>
          <Chips />
          <RenderFailure>
            {isOutOfReach.value ? (
              <ErrorBoundary>
                <NotFound />
              </ErrorBoundary>
            ) : (
              <Router>
                <Route path="/:project" component={Overview} />
                <Route path="/:project/*" component={FurtherPages} />
              </Router>
            )}
          </RenderFailure>
        </div>
      </div>
      <TabBar />
      <ErrorBoundary>{isOverlaid.value && <Overlays />}</ErrorBoundary>
    </>
  );
}
