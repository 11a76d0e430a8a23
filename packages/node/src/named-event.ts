import { newEventId } from './event-id.ts';
import type { ServerEvent } from './server-event.ts';

/** An event that can be sent again: it is stored once, and when it happened. */
export type NamedEvent = ServerEvent & { readonly event_id: string; readonly timestamp: string };

/** `now`: epoch milliseconds. @throws TypeError for what is no event: nobody could tell later which one of a batch it was. */
export function named(event: ServerEvent, now: number): NamedEvent {
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    throw new TypeError('Tracker takes events, such as { event_type: "lead" }');
  return {
    ...event,
    // An empty text is none for the collector, which would make another at each attempt.
    event_id: event.event_id || newEventId(now),
    timestamp: event.timestamp || new Date(now).toISOString(),
  };
}
