import { ErrorBoundary, lazy } from 'preact-iso';
import { person } from '../ask/session.ts';
import { isSheetOpen } from '../keyboard/open-sheet.ts';
import { askedDays } from './open-days.ts';
import { isFinderOpen } from './open-finder.ts';
import { notedDay } from './open-notes.ts';

const Sheet = lazy(() => import('../keyboard/sheet.tsx'));
const Finder = lazy(() => import('./finder.tsx'));
const Notes = lazy(() => import('./notes.tsx'));
const Days = lazy(() => import('./days.tsx'));
const Switcher = lazy(() => import('./switcher.tsx'));

/** What opens over a page of a project. */
export default function Overlays() {
  return (
    <>
      <ErrorBoundary>{person.value && <Switcher />}</ErrorBoundary>
      <ErrorBoundary>{isFinderOpen.value && <Finder />}</ErrorBoundary>
      <ErrorBoundary>{askedDays.value !== null && <Days />}</ErrorBoundary>
      <ErrorBoundary>{notedDay.value !== null && <Notes />}</ErrorBoundary>
      <ErrorBoundary>{isSheetOpen.value && <Sheet />}</ErrorBoundary>
    </>
  );
}
