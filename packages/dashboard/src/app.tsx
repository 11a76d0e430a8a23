import { useLayoutEffect } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, useLocation } from 'preact-iso';
import { correctAddress, followRouter, isInProject, url } from './address/location.ts';
import { rememberedAddress } from './address/remembered.ts';
import { passwordAsked } from './ask/password-asked.ts';
import { lazily } from './parts/lazily.ts';
import { ProjectShell } from './parts/project-shell.tsx';
import { SignedIn } from './parts/signed-in.tsx';

const Outside = lazily(() => import('./parts/outside.tsx'));
const StepUp = lazily(() => import('./parts/step-up.tsx'));

/** The dashboard: who has not signed in meets the form at whatever address, all others what the address names. */
export function App() {
  return (
    <LocationProvider>
      <Followed />
      <ErrorBoundary>
        {isInProject.value ? (
          <SignedIn>
            <ProjectShell />
          </SignedIn>
        ) : (
          <Outside />
        )}
      </ErrorBoundary>
      <ErrorBoundary>{passwordAsked.value && <StepUp />}</ErrorBoundary>
    </LocationProvider>
  );
}

/** Hands the address of the router to everything that computes with it. */
function Followed() {
  const { url: now, route } = useLocation();
  useLayoutEffect(() => {
    followRouter(route);
    const isEntered = projectIn(now) !== projectIn(url.value) || isOpened(now);
    const remembered = isEntered ? rememberedAddress(now) : null;
    if (remembered !== null) return route(remembered, true);
    url.value = now;
    correctAddress();
  }, [now, route]);
  return null;
}

const projectIn = (address: string) => address.split(/[/?]/)[1];

let isFirst = true;

/** Whether this is the address that the page was opened by: not a reload, nor a step back, which show what was there. */
function isOpened(now: string): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const is = isFirst && now === url.value && entry?.type === 'navigate';
  isFirst = false;
  return is;
}
