import { ErrorBoundary, lazy, Route, Router } from 'preact-iso';
import { unreachableSince } from '../ask/reachability.ts';
import { person } from '../ask/session.ts';
import { isSheetOpen } from '../keyboard/open-sheet.ts';
import Overview from '../pages/overview.tsx';
import { Bar } from './bar.tsx';
import { Chips } from './chips.tsx';
import { askedDays } from './open-days.ts';
import { isFinderOpen } from './open-finder.ts';
import { notedDay } from './open-notes.ts';
import { Rail, TabBar } from './rail.tsx';
import { RenderFailure } from './render-failure.tsx';
import { Unreachable } from './unreachable.tsx';

const FurtherPages = lazy(() => import('./further-pages.tsx'));
const Sheet = lazy(() => import('../keyboard/sheet.tsx'));
const Finder = lazy(() => import('./finder.tsx'));
const Notes = lazy(() => import('./notes.tsx'));
const Notices = lazy(() => import('./notices.tsx'));
const Days = lazy(() => import('./days.tsx'));
const Switcher = lazy(() => import('./switcher.tsx'));

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
          <ErrorBoundary>{person.value && <Notices />}</ErrorBoundary>
          <Chips />
          <RenderFailure>
            <Router>
              <Route path="/:project" component={Overview} />
              <Route path="/:project/*" component={FurtherPages} />
            </Router>
          </RenderFailure>
        </div>
      </div>
      <TabBar />
      <ErrorBoundary>{person.value && <Switcher />}</ErrorBoundary>
      <ErrorBoundary>{isFinderOpen.value && <Finder />}</ErrorBoundary>
      <ErrorBoundary>{askedDays.value !== null && <Days />}</ErrorBoundary>
      <ErrorBoundary>{notedDay.value !== null && <Notes />}</ErrorBoundary>
      <ErrorBoundary>{isSheetOpen.value && <Sheet />}</ErrorBoundary>
    </>
  );
}
