import { SESSION_IDLE_MS, SESSION_MAX_MS } from '@cvq/contract/constants';

/** True when an event at `at` continues a session: exactly the limit continues, a millisecond more does not. */
export function continuesSession(
  at: number,
  { firstAt, lastAt }: { firstAt: number; lastAt: number },
): boolean {
  return at - lastAt <= SESSION_IDLE_MS && at - firstAt <= SESSION_MAX_MS;
}

/** Cut events, ascending by time, into sessions: by inactivity and by age, not at midnight. */
export function sessionize<Event extends { readonly at: number }>(events: readonly Event[]): Event[][] {
  const sessions: Event[][] = [];
  for (const event of events) {
    const open = sessions.at(-1);
    const firstAt = open?.[0]?.at;
    const lastAt = open?.at(-1)?.at;
    if (
      open &&
      firstAt !== undefined &&
      lastAt !== undefined &&
      continuesSession(event.at, { firstAt, lastAt })
    ) {
      open.push(event);
    } else sessions.push([event]);
  }
  return sessions;
}
