import type { EndedAttempt, EndpointHealth } from '../../delivery-store.ts';
import type { Connection } from '../open-database.ts';
import { STATE } from './states.ts';

/** What a row takes besides its texts, about: many short ones must be bounded as well. */
const ROW_BYTES = 128;

/** Ended attempts: each is written down, and decides what becomes of its delivery. */
export class OutboxAttempts {
  readonly #db: Connection;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(db: Connection) {
    this.#db = db;
    this.#sql = prepare(db);
  }

  record(attempts: readonly EndedAttempt[]): void {
    this.#db
      .transaction(() => {
        for (const attempt of attempts) this.#record(attempt);
      })
      .immediate();
  }

  cancel(destination: string, now: number): number {
    return this.#sql.cancel.run(now, destination).changes;
  }

  takeWarnings(at: { now: number; since: number; quietSince: number }): EndpointHealth[] {
    return this.#sql.warn.all(at) as EndpointHealth[];
  }

  #record(ended: EndedAttempt): void {
    const { claim, startedAt, durationMs, next } = ended;
    const { id, destination, claimedAt } = claim;
    const endedAt = startedAt + durationMs;
    if (next === 'skipped') {
      this.#sql.skip.run(endedAt, id, claimedAt);
      return;
    }
    const written = this.#log(ended);
    // It was given up meanwhile, and the log is past it.
    if (written === null) return;
    const bytes = written + (typeof next === 'number' ? 0 : ROW_BYTES + claim.body.length);
    if (!this.#follow(ended, bytes)) this.#sql.grow.run(bytes, id);
    const result = { destination, at: endedAt, bytes };
    if (next === 'acknowledged') this.#sql.succeeded.run(result);
    else this.#sql.missed.run(result);
  }

  /** False where the delivery is not this worker's any more: only its answer is written down. */
  #follow({ claim, startedAt, durationMs, next }: EndedAttempt, bytes: number): boolean {
    const { id, attempt, claimedAt } = claim;
    const row = { id, attempt, claimedAt, bytes, at: startedAt + durationMs };
    if (next === 'acknowledged') return this.#sql.acknowledge.run(row).changes === 1;
    if (next === 'failed') return this.#sql.fail.run(row).changes === 1;
    return this.#sql.postpone.run({ ...row, at: next }).changes === 1;
  }

  /** What a receiver says to a success is kept for tests only. Returns the bytes; null where the delivery is gone. */
  #log({ claim, startedAt, durationMs, answer, next }: EndedAttempt): number | null {
    const isShort = next === 'acknowledged' && !claim.isTest;
    const headers = isShort || answer.headers === null ? null : JSON.stringify(answer.headers);
    const body = isShort ? null : answer.body;
    const { status, error } = answer;
    const row = {
      delivery: claim.id,
      number: claim.attempt,
      startedAt,
      durationMs,
      status,
      error,
      headers,
      body,
    };
    if (this.#sql.log.run(row).changes === 0) return null;
    return ROW_BYTES + Buffer.byteLength(`${error ?? ''}${headers ?? ''}${body ?? ''}`);
  }
}

function prepare(db: Connection) {
  return {
    log: db.prepare(`
      INSERT INTO webhook_attempts (delivery, number, started_at, duration_ms, status, error, headers, body)
      SELECT :delivery, :number, :startedAt, :durationMs, :status, :error, :headers, :body
      WHERE EXISTS (SELECT 1 FROM webhook_deliveries WHERE id = :delivery)`),
    // The receiver has it, also where another worker has taken it over meanwhile or it was given up.
    acknowledge: db.prepare(`
      UPDATE webhook_deliveries
      SET state = ${STATE.acknowledged}, attempts = :attempt, settled_at = :at, claimed_at = NULL,
        log_bytes = log_bytes + :bytes
      WHERE id = :id AND state IN (${STATE.outstanding}, ${STATE.cancelled})`),
    fail: db.prepare(`
      UPDATE webhook_deliveries
      SET state = ${STATE.failed}, attempts = :attempt, settled_at = :at, claimed_at = NULL,
        log_bytes = log_bytes + :bytes
      WHERE id = :id AND state = ${STATE.outstanding} AND claimed_at = :claimedAt`),
    postpone: db.prepare(`
      UPDATE webhook_deliveries
      SET attempts = :attempt, due_at = :at, claimed_at = NULL, log_bytes = log_bytes + :bytes
      WHERE id = :id AND state = ${STATE.outstanding} AND claimed_at = :claimedAt`),
    skip: db.prepare(`
      UPDATE webhook_deliveries SET state = ${STATE.cancelled}, settled_at = ?, claimed_at = NULL
      WHERE id = ? AND state = ${STATE.outstanding} AND claimed_at = ?`),
    grow: db.prepare('UPDATE webhook_deliveries SET log_bytes = log_bytes + ? WHERE id = ?'),
    succeeded: db.prepare(`
      INSERT INTO webhook_health (endpoint, last_success_at, log_bytes) VALUES (:destination, :at, :bytes)
      ON CONFLICT DO UPDATE SET failing_since = NULL, warned_at = NULL, last_success_at = :at,
        log_bytes = log_bytes + :bytes`),
    missed: db.prepare(`
      INSERT INTO webhook_health (endpoint, failing_since, last_failure_at, log_bytes)
      VALUES (:destination, :at, :at, :bytes)
      ON CONFLICT DO UPDATE SET failing_since = coalesce(failing_since, :at), last_failure_at = :at,
        log_bytes = log_bytes + :bytes`),
    cancel: db.prepare(`
      UPDATE webhook_deliveries SET state = ${STATE.cancelled}, settled_at = ?, claimed_at = NULL
      WHERE endpoint = ? AND state = ${STATE.outstanding}`),
    warn: db.prepare(`
      UPDATE webhook_health SET warned_at = :now
      WHERE failing_since <= :since AND (warned_at IS NULL OR warned_at <= :quietSince)
      RETURNING endpoint, failing_since AS failingSince, last_success_at AS lastSuccessAt,
        last_failure_at AS lastFailureAt`),
  };
}
