import { ErrorBoundary, lazy, Route, Router } from 'preact-iso';
import { unreachableSince } from '../ask/reachability.ts';
import { person } from '../ask/session.ts';
import { isSheetOpen } from '../keyboard/open-sheet.ts';
import Overview from '../pages/overview.tsx';
import { Bar } from './bar.tsx';
import { Chips } from './chips.tsx';
import { isFinderOpen } from './open-finder.ts';
import { notedDay } from './open-notes.ts';
import { Rail, TabBar } from './rail.tsx';
import { RenderFailure } from './render-failure.tsx';
import { Unreachable } from './unreachable.tsx';

const Sheet = lazy(() => import('../keyboard/sheet.tsx'));
const Finder = lazy(() => import('./finder.tsx'));
const Notes = lazy(() => import('./notes.tsx'));
const Conversions = lazy(() => import('../pages/conversions.tsx'));
const ConversionPage = lazy(() => import('../pages/conversion.tsx'));
const Funnel = lazy(() => import('../pages/funnel.tsx'));
const List = lazy(() => import('../pages/list.tsx'));
const Spend = lazy(() => import('../pages/spend.tsx'));
const Events = lazy(() => import('../pages/events.tsx'));
const Live = lazy(() => import('../pages/live.tsx'));
const Bots = lazy(() => import('../pages/bots.tsx'));
const Notices = lazy(() => import('./notices.tsx'));
const Switcher = lazy(() => import('./switcher.tsx'));
const NotFound = lazy(() => import('../pages/not-found.tsx'));

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
              <Route path="/:project/conversions" component={Conversions} />
              <Route path="/:project/conversions/:id" component={ConversionPage} />
              <Route path="/:project/funnel" component={Funnel} />
              <Route path="/:project/list/:dimension" component={List} />
              <Route path="/:project/spend" component={Spend} />
              <Route path="/:project/events" component={Events} />
              <Route path="/:project/live" component={Live} />
              <Route path="/:project/bots" component={Bots} />
              <Route default component={NotFound} />
            </Router>
          </RenderFailure>
        </div>
      </div>
      <TabBar />
      <ErrorBoundary>{person.value && <Switcher />}</ErrorBoundary>
      <ErrorBoundary>{isFinderOpen.value && <Finder />}</ErrorBoundary>
      <ErrorBoundary>{notedDay.value !== null && <Notes />}</ErrorBoundary>
      <ErrorBoundary>{isSheetOpen.value && <Sheet />}</ErrorBoundary>
    </>
  );
}
