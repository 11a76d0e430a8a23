import { formatDeliveryId, type LoggedAttempt, type WebhookLogEntry } from '@cvq/contract';
import type { AttemptEntry, DeliveryEntry } from '@cvq/storage';

/** A line of the delivery log as every surface tells it. */
export function deliveryJson(delivery: DeliveryEntry): WebhookLogEntry {
  const { lastStatus, lastError, lastDurationMs, lastAttemptAt, repeats, repeatedBy } = delivery;
  return {
    id: formatDeliveryId(delivery.id),
    endpoint: delivery.endpoint,
    project: delivery.project,
    event_id: delivery.event,
    event_type: delivery.type,
    state: delivery.state,
    attempts: delivery.attempts,
    created_at: iso(delivery.createdAt),
    next_attempt_at: iso(delivery.nextAttemptAt),
    settled_at: iso(delivery.endedAt),
    test: delivery.isTest,
    redelivery_of: repeats === null ? null : formatDeliveryId(repeats),
    redelivered_as: repeatedBy === null ? null : formatDeliveryId(repeatedBy),
    response_status: lastStatus,
    response_time_ms: lastDurationMs,
    error: lastError,
    last_attempt_at: iso(lastAttemptAt),
  };
}

/** One attempt with the answer, as far as that is kept. */
export function attemptJson({
  number,
  startedAt,
  durationMs,
  status,
  error,
  headers,
  body,
}: AttemptEntry): LoggedAttempt {
  return {
    attempt: number,
    timestamp: iso(startedAt),
    response_status: status,
    response_time_ms: durationMs,
    error,
    response_headers: headers as LoggedAttempt['response_headers'],
    response_body: body,
  };
}

function iso(at: number): string;
function iso(at: number | null): string | null;
function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
