import { ErrorBoundary } from 'preact-iso';
import { person } from '../ask/session.ts';
import { isSheetOpen } from '../keyboard/open-sheet.ts';
import { lazily } from './lazily.ts';
import { askedDays } from './open-days.ts';
import { isFinderOpen } from './open-finder.ts';
import { notedDay } from './open-notes.ts';

const Sheet = lazily(() => import('../keyboard/sheet.tsx'));
const Finder = lazily(() => import('./finder.tsx'));
const Notes = lazily(() => import('./notes.tsx'));
const Days = lazily(() => import('./days.tsx'));
const Switcher = lazily(() => import('./switcher.tsx'));

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
