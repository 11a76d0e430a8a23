import { useLayoutEffect } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso';
import { correctAddress, followRouter, url } from './address/location.ts';
import { Sheet } from './keyboard/sheet.tsx';
import Overview from './pages/overview.tsx';
import { Bar } from './parts/bar.tsx';
import { Chips } from './parts/chips.tsx';
import { Rail, TabBar } from './parts/rail.tsx';

const NotFound = lazy(() => import('./pages/not-found.tsx'));

/** The dashboard: what stays, and the page that the address names. */
export function App() {
  return (
    <LocationProvider>
      <Followed />
      <a class="skip" href="#main">
        Skip to the figures
      </a>
      <div class="shell">
        <Rail />
        <div class="body">
          <Bar />
          <Chips />
          <ErrorBoundary>
            <Router>
              <Route path="/:project" component={Overview} />
              <Route default component={NotFound} />
            </Router>
          </ErrorBoundary>
        </div>
      </div>
      <TabBar />
      <Sheet />
    </LocationProvider>
  );
}

/** Hands the address of the router to everything that computes with it. */
function Followed() {
  const { url: now, route } = useLocation();
  useLayoutEffect(() => {
    followRouter(route);
    url.value = now;
    correctAddress();
  }, [now, route]);
  return null;
}
