import type { DeliveryQueue, EndedAttempt, EndpointHealth } from '../../delivery-store.ts';
import type { Connection } from '../open-database.ts';
import { STATE } from './states.ts';

/** Ended attempts: each is written down, and decides what becomes of its delivery. */
export function outboxSettling(db: Connection): Pick<DeliveryQueue, 'settle' | 'cancel' | 'takeWarnings'> {
  const log = db.prepare(`
    INSERT INTO webhook_attempts (delivery, number, started_at, duration_ms, status, error, headers, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  // The receiver has it, whoever else has meanwhile taken it over or given it up.
  const acknowledge = db.prepare(`
    UPDATE webhook_deliveries
    SET state = ${STATE.acknowledged}, attempts = ?, settled_at = ?, claimed_at = NULL
    WHERE id = ? AND state IN (${STATE.owed}, ${STATE.cancelled})`);
  const fail = db.prepare(`
    UPDATE webhook_deliveries SET state = ${STATE.failed}, attempts = ?, settled_at = ?, claimed_at = NULL
    WHERE id = ? AND state = ${STATE.owed} AND claimed_at = ?`);
  const postpone = db.prepare(`
    UPDATE webhook_deliveries SET attempts = ?, due_at = ?, claimed_at = NULL
    WHERE id = ? AND state = ${STATE.owed} AND claimed_at = ?`);
  const succeeded = db.prepare(`
    INSERT INTO webhook_health (endpoint, last_success_at) VALUES (?, ?)
    ON CONFLICT DO UPDATE SET failing_since = NULL, warned_at = NULL, last_success_at = excluded.last_success_at`);
  const missed = db.prepare(`
    INSERT INTO webhook_health (endpoint, failing_since, last_failure_at) VALUES (:endpoint, :at, :at)
    ON CONFLICT DO UPDATE SET failing_since = coalesce(failing_since, :at), last_failure_at = :at`);
  const cancel = db.prepare(`
    UPDATE webhook_deliveries SET state = ${STATE.cancelled}, settled_at = ?, claimed_at = NULL
    WHERE endpoint = ? AND state = ${STATE.owed}`);
  const warn = db.prepare(`
    UPDATE webhook_health SET warned_at = :now
    WHERE failing_since <= :since AND (warned_at IS NULL OR warned_at <= :quietSince)
    RETURNING endpoint, failing_since AS failingSince, last_success_at AS lastSuccessAt,
      last_failure_at AS lastFailureAt`);

  function write({ claim, startedAt, durationMs, answer, next }: EndedAttempt): void {
    const { id, attempt, endpoint, claimedAt } = claim;
    const headers = answer.headers === null ? null : JSON.stringify(answer.headers);
    log.run(id, attempt, startedAt, durationMs, answer.status, answer.error, headers, answer.body);
    const endedAt = startedAt + durationMs;
    if (next === 'acknowledged') {
      acknowledge.run(attempt, endedAt, id);
      succeeded.run(endpoint, endedAt);
      return;
    }
    if (next === 'failed') fail.run(attempt, endedAt, id, claimedAt);
    else postpone.run(attempt, next, id, claimedAt);
    missed.run({ endpoint, at: endedAt });
  }

  const settle = db.transaction((attempts: readonly EndedAttempt[]) => attempts.forEach(write));

  return {
    async settle(attempts) {
      settle.immediate(attempts);
    },
    cancel: async (endpoint, now) => cancel.run(now, endpoint).changes,
    takeWarnings: async (at) => warn.all(at) as EndpointHealth[],
  };
}
