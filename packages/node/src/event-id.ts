import { randomBytes } from 'node:crypto';

/** A new id of an event: with it a request can be sent again, and the event is stored once. */
export function newEventId(now: number): string {
  return `evt_${String(now).padStart(13, '0')}_${randomBytes(12).toString('hex')}`;
}
