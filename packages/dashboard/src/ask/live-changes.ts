import { computed, effect, signal } from '@preact/signals';
import { project } from '../address/location.ts';
import { readMeAnew } from './read-me-anew.ts';
import { isSignedOut, renewal } from './session.ts';

/** Grows when the live figures of the project have changed, as the collector says by a stream. */
export const liveChanges = signal(0);

const isLookedAt = signal(document.visibilityState === 'visible');
addEventListener('visibilitychange', () => {
  isLookedAt.value = document.visibilityState === 'visible';
});

/** A page that nobody looks at gives its connection back: a browser has six to a host. */
const listenedTo = computed(() => (isLookedAt.value && !isSignedOut.value ? project.value : null));

/**
 * When a stream that was refused is asked for anew, twice as late each time up to five minutes: browsers do that only
 * for one that was interrupted, and a project that is gone is refused for good.
 */
const AGAIN_MS = 5000;
const refusals = signal(0);

effect(() => {
  const id = listenedTo.value;
  // The stream of a session that has ended is closed.
  void renewal.value;
  void refusals.value;
  if (id === null) return;
  const stream = new EventSource(`/dashboard-api/v1/live?project=${id}`);
  let due: ReturnType<typeof setTimeout> | undefined;
  const noteChange = () => {
    liveChanges.value += 1;
  };
  // What happened before it was open is not told.
  stream.addEventListener('open', noteChange);
  stream.addEventListener('changed', noteChange);
  stream.addEventListener('error', () => {
    // One that is only interrupted comes back by itself. One that is refused says nothing of why; this question does.
    if (stream.readyState !== EventSource.CLOSED) return;
    readMeAnew().catch(() => {});
    due = setTimeout(() => refusals.value++, AGAIN_MS * 2 ** Math.min(refusals.peek(), 6));
  });
  return () => {
    clearTimeout(due);
    stream.close();
  };
});
