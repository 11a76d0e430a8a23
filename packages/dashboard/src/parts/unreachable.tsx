import { unreachableSince } from '../ask/reachability.ts';
import { clock } from '../words/dates.ts';
import { writing } from '../words/writing.ts';

/** That the collector does not answer; the figures that are there stay. */
export function Unreachable() {
  const since = unreachableSince.value;
  if (since === null) return null;
  const local = { ...writing.value, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  return (
    <p class="notice" role="status">
      Not reachable since {clock(new Date(since).toISOString(), local)}. It is tried again by itself.
    </p>
  );
}
