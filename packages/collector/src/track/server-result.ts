import { formatEventId, type TrackResponse } from '@cvq/contract';
import type { AppendOutcome } from '@cvq/storage';

/** What a backend is told of one of its events. A duplicate is told the id of the event that was stored. */
export function serverResult({ status, id }: AppendOutcome): TrackResponse {
  if (status !== 'conflict') return { success: true, event_id: formatEventId(id) };
  return { success: false, error: 'Idempotency-Key was used for another request within the last 24 hours.' };
}
