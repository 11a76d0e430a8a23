import { formatDeliveryId, type LoggedAttempt, type WebhookLogEntry } from '@cvq/contract';
import type { AttemptEntry, DeliveryEntry } from '@cvq/storage';
import { isoOrNull } from '../iso-or-null.ts';

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
    created_at: new Date(delivery.createdAt).toISOString(),
    next_attempt_at: isoOrNull(delivery.nextAttemptAt),
    settled_at: isoOrNull(delivery.endedAt),
    test: delivery.isTest,
    redelivery_of: repeats === null ? null : formatDeliveryId(repeats),
    redelivered_as: repeatedBy === null ? null : formatDeliveryId(repeatedBy),
    response_status: lastStatus,
    response_time_ms: lastDurationMs,
    error: lastError,
    last_attempt_at: isoOrNull(lastAttemptAt),
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
    timestamp: new Date(startedAt).toISOString(),
    response_status: status,
    response_time_ms: durationMs,
    error,
    response_headers: headers as LoggedAttempt['response_headers'],
    response_body: body,
  };
}
