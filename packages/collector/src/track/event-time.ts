import { DAY_MS, HOUR_MS, parseTimestamp } from '@cvq/contract';
import { TrackRefused } from '../errors/track-refused.ts';

const MAX_AHEAD_MS = 24 * HOUR_MS;
const MAX_AGE_MS = 400 * DAY_MS;

/** Below this a difference is the network's, above it the clock's. */
const CLOCK_TOLERANCE_MS = 30_000;

/**
 * When an event happened, in epoch milliseconds: the time that it states, or that of receipt.
 * @throws TrackRefused when the time is no ISO 8601, over 24 hours ahead, or over 400 days old.
 */
export function eventTime(timestamp: string | null | undefined, receivedAt: number, clockError = 0): number {
  if (timestamp === null || timestamp === undefined) return receivedAt;
  const stated = parseTimestamp(timestamp);
  if (stated === null) {
    throw new TrackRefused('bad_request', 'timestamp must be ISO 8601, such as 2026-11-21T10:00:00Z.');
  }
  const at = stated + clockError;
  if (at > receivedAt + MAX_AHEAD_MS) {
    throw new TrackRefused('bad_request', 'timestamp lies more than 24 hours ahead.');
  }
  if (at < receivedAt - MAX_AGE_MS) {
    throw new TrackRefused('bad_request', 'timestamp is older than 400 days.');
  }
  return at;
}

/** What to add to a browser's times: how far its clock was off when it sent the batch. */
export function clockErrorOf(sentAt: string | null | undefined, receivedAt: number): number {
  const sent = sentAt ? parseTimestamp(sentAt) : null;
  if (sent === null) return 0;
  const difference = receivedAt - sent;
  return Math.abs(difference) > CLOCK_TOLERANCE_MS ? difference : 0;
}
