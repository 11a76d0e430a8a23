import {
  type Delivery,
  type DeliveryAttempt,
  FINE_ANSWERS,
  formatConversionId,
  formatDeliveryId,
  SKIP_REASONS,
  type WebhookDelivery,
} from '@cvq/contract';
import type { AdAttempt, AdDelivery, DeliveryEntry, ToldDelivery } from '@cvq/storage';
import { isoOrNull } from '../../iso-or-null.ts';
import { type DeliveredConversion, mayRetry } from './may-retry.ts';
import { type Integrations, standingOf } from './standing.ts';

/** A delivery to an ad platform in the words of the wire. */
export function deliveryJson(
  delivery: ToldDelivery,
  of: {
    readonly conversion: DeliveredConversion;
    readonly integrations: Integrations;
    readonly now: number;
  },
): Delivery {
  const { platform, integration, attempts, lastAttempt, nextAttemptAt, retryUntil, sentAs } = delivery;
  const standing = standingOf(delivery, of.integrations);
  return {
    platform,
    integration,
    ...standing,
    sent_as: sentAs && formatConversionId(sentAs),
    skip_reason: skipReasonOf(standing),
    attempts,
    last_attempt_at: isoOrNull(lastAttempt?.startedAt),
    next_attempt_at: standing.state === 'blocked' ? null : isoOrNull(nextAttemptAt),
    last_response_status: lastAttempt?.httpStatus ?? null,
    last_error: errorOf(lastAttempt),
    retry_until: isoOrNull(retryUntil),
    retryable: mayRetry(delivery, of),
  };
}

function skipReasonOf({ status, state, reason }: Pick<Delivery, 'status' | 'state' | 'reason'>) {
  if (status !== 'skipped') return null;
  return SKIP_REASONS.find((word) => word === reason || word === state) ?? null;
}

/** The code outranks the text: that may change with a release of the platform. */
function errorOf(attempt: AdDelivery['lastAttempt']): string | null {
  if (attempt === null || FINE_ANSWERS.includes(attempt.answer)) return null;
  const { code, message, answer } = attempt;
  return [code, message].filter((text) => text !== null).join(': ') || answer;
}

/** An attempt of a delivery in the words of the wire. */
export function attemptJson(attempt: AdAttempt): DeliveryAttempt {
  const { number, step, startedAt, durationMs, httpStatus, answer, code, message, requestId } = attempt;
  return {
    number,
    step,
    started_at: new Date(startedAt).toISOString(),
    duration_ms: durationMs,
    response_status: httpStatus,
    answer,
    code,
    message,
    request_id: requestId,
    request: attempt.request === null ? null : JSON.parse(attempt.request),
    response: attempt.response,
  };
}

/** A delivery of a webhook in the words of the wire. */
export function webhookJson(delivery: DeliveryEntry): WebhookDelivery {
  const { id, endpoint, type, state, attempts, lastStatus, lastError } = delivery;
  return {
    id: formatDeliveryId(id),
    endpoint,
    type,
    state,
    attempts,
    created_at: new Date(delivery.createdAt).toISOString(),
    next_attempt_at: isoOrNull(delivery.nextAttemptAt),
    last_attempt_at: isoOrNull(delivery.lastAttemptAt),
    last_response_status: lastStatus,
    last_error: lastError,
  };
}
