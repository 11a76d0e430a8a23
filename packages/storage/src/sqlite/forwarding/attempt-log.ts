import type { EventId } from '@cvq/contract';
import type { AdAttempt } from '../../ad-delivery-store.ts';
import type { Connection } from '../open-database.ts';
import { STEP, type StepCode, stepOf } from './ad-delivery-codes.ts';
import { CONVERSION, DELIVERY, type DeliveryKey } from './delivery-keys.ts';

/** What an attempt is called whose worker ended, or was ended, before it knew the answer. */
const INTERRUPTED = 'interrupted';

/** What an attempt is called whose platform asked to be left alone. */
const THROTTLED = 'throttled';

/** After these a delivery has as many tries as before. */
const UNCOUNTED = `'${INTERRUPTED}', '${THROTTLED}', 'too_early'`;

/** Few enough that no event waits long for the lock. */
const AT_ONCE = 500;

const COLUMNS = `
  number, step, started_at AS startedAt, duration_ms AS durationMs, http_status AS httpStatus, answer, code, message,
  request_id AS requestId`;

type Row = Omit<AdAttempt, 'step' | 'request' | 'response'> & { readonly step: StepCode };
type WholeRow = Row & Pick<AdAttempt, 'request' | 'response'> & { readonly integration: string };

/** Attempts of deliveries, as they are kept to be looked at. */
export class AttemptLog {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(db: Connection) {
    this.#sql = prepare(db);
  }

  /**
   * Writes an attempt down; one that was taken for interrupted has ended after all. Of throttled ones in a row the last is
   * kept, so that they do not pile up: what is missing between the numbers was throttled.
   */
  add(key: DeliveryKey, attempt: AdAttempt): void {
    if (attempt.answer === THROTTLED) this.#sql.dropThrottled.run({ ...key, number: attempt.number - 1 });
    this.#sql.add.run({ ...key, ...attempt, step: STEP[attempt.step] });
  }

  addInterrupted(
    key: DeliveryKey,
    { number, step, startedAt }: Pick<AdAttempt, 'number' | 'step' | 'startedAt'>,
  ) {
    const nothing = { durationMs: null, httpStatus: null, code: null, message: null, requestId: null };
    this.add(key, {
      number,
      step,
      startedAt,
      answer: INTERRUPTED,
      ...nothing,
      request: null,
      response: null,
    });
  }

  last(key: DeliveryKey): Omit<AdAttempt, 'request' | 'response'> | null {
    const row = this.#sql.last.get(key) as Row | undefined;
    return row === undefined ? null : { ...row, step: stepOf(row.step) };
  }

  /** Of the last attempts to send that count, how many were answered with what nobody has classed. */
  unknownAnswers(key: DeliveryKey, tries: number): number {
    return tries === 0 ? 0 : (this.#sql.unknownAnswers.get({ ...key, tries }) as number);
  }

  /** Of a conversion, in their order. */
  of(conversion: EventId & { readonly project: number }): (AdAttempt & { integration: string })[] {
    const rows = this.#sql.all.all(conversion) as WholeRow[];
    return rows.map((row) => ({ ...row, step: stepOf(row.step) }));
  }

  /** Takes out of the attempts of a conversion what was sent and what was said to it. */
  clear(conversion: EventId & { readonly project: number }): void {
    this.#sql.clear.run(conversion);
  }

  /** Deletes attempts that were written down before an instant; true when there are more. */
  purge(before: number): boolean {
    return this.#sql.purge.run(before * 1000).changes === AT_ONCE;
  }
}

function prepare(db: Connection) {
  return {
    add: db.prepare(`
      INSERT INTO ad_attempts (id, project, ms, suffix, integration, number, step, started_at, duration_ms, http_status,
        answer, code, message, request_id, request, response)
      VALUES (
        max((SELECT coalesce(max(id), 0) + 1 FROM ad_attempts), :startedAt * 1000), :project, :ms, :suffix, :integration,
        :number, :step, :startedAt, :durationMs, :httpStatus, :answer, :code, :message, :requestId, :request, :response
      )
      ON CONFLICT (project, ms, suffix, integration, number) DO UPDATE SET
        duration_ms = :durationMs, http_status = :httpStatus, answer = :answer, code = :code, message = :message,
        request_id = :requestId, request = :request, response = :response`),
    dropThrottled: db.prepare(
      `DELETE FROM ad_attempts WHERE ${DELIVERY} AND number = :number AND answer = '${THROTTLED}'`,
    ),
    last: db.prepare(`SELECT ${COLUMNS} FROM ad_attempts WHERE ${DELIVERY} ORDER BY number DESC LIMIT 1`),
    unknownAnswers: db
      .prepare(`
        SELECT count(*) FROM (
          SELECT answer FROM ad_attempts
          WHERE ${DELIVERY} AND step = ${STEP.send} AND answer NOT IN (${UNCOUNTED})
          ORDER BY number DESC LIMIT :tries
        ) WHERE answer = 'unknown'`)
      .pluck(),
    all: db.prepare(`
      SELECT (SELECT key FROM ad_integrations WHERE id = integration) AS integration, ${COLUMNS}, request, response
      FROM ad_attempts WHERE ${CONVERSION} ORDER BY id`),
    clear: db.prepare(`
      UPDATE ad_attempts SET message = NULL, request = NULL, response = NULL WHERE ${CONVERSION}`),
    purge: db.prepare(`
      DELETE FROM ad_attempts WHERE id IN (SELECT id FROM ad_attempts WHERE id < ? ORDER BY id LIMIT ${AT_ONCE})`),
  };
}
