import type { AdNext, EndedAdAttempt } from '../../ad-delivery-store.ts';
import type { Connection } from '../open-database.ts';
import { isTaken } from './ad-delivery-codes.ts';
import { AttemptLog } from './attempt-log.ts';
import { deliveryKey } from './delivery-keys.ts';
import { type DeliveryRow, DeliveryRows, mayHaveArrivedAt } from './delivery-rows.ts';
import { OtherReports } from './other-reports.ts';
import { Throttles } from './throttles.ts';

/** Why a delivery was cancelled of which nothing may be kept. */
const WITHDRAWN: readonly (string | null)[] = ['removed', 'erased'];

/** Ended attempts: each is written down, and decides what becomes of its delivery. */
export class AdAttempts {
  readonly #db: Connection;
  readonly #rows: DeliveryRows;
  readonly #log: AttemptLog;
  readonly #others: OtherReports;
  readonly #throttles: Throttles;

  constructor(db: Connection) {
    this.#db = db;
    this.#rows = new DeliveryRows(db);
    this.#log = new AttemptLog(db);
    this.#others = new OtherReports(db);
    this.#throttles = new Throttles(db);
  }

  record(ended: readonly EndedAdAttempt[]): void {
    this.#db
      .transaction(() => {
        for (const each of ended) {
          this.#throttles.hear(each);
          this.#record(each);
        }
      })
      .immediate();
  }

  #record({ claim, attempt, next }: EndedAdAttempt): void {
    const key = deliveryKey(this.#db, claim);
    const row = key && this.#rows.find(key);
    if (key === null || row === null) return;
    const isWithdrawn = wasWithdrawn(row);
    const endedAt = attempt === null ? claim.claimedAt : attempt.startedAt + (attempt.durationMs ?? 0);
    if (attempt !== null) {
      const told = isWithdrawn ? { ...attempt, message: null, request: null, response: null } : attempt;
      this.#log.add(key, { ...told, number: claim.attempt });
    }
    const attempts = attempt === null ? row.attempts : Math.max(row.attempts, claim.attempt);
    const isOwn = row.claimedAt === claim.claimedAt && row.settledAt === null;
    // The platform has it, also where another worker has taken it over meanwhile or it was given up.
    const isLate = !isOwn && row.acceptedAt === null && isTaken(next.state);
    const withdrawn = isWithdrawn ? afterWithdrawal(row, next) : row;
    const followed = isOwn || isLate ? follow(row, next, { endedAt, isWithdrawn }) : withdrawn;
    this.#rows.write(key, { ...followed, attempts });
    if (followed === withdrawn) return;
    const now = endedAt ?? claim.claimedAt;
    if (isTaken(followed.state)) this.#others.skip(key, now);
    else if (leavesOrder(followed)) this.#others.lookAgain(key, now);
  }
}

/** It was taken back while this attempt was under way, or its end had been given up. */
function wasWithdrawn({ state, reason, claimedAt }: DeliveryRow): boolean {
  if (state === 'cancelled') return WITHDRAWN.includes(reason);
  return state === 'failed' && reason === 'outcome_unknown' && claimedAt === null;
}

/** What was removed in the middle of its first attempt may have arrived, until the attempt says that it has not. */
function afterWithdrawal(row: DeliveryRow, next: AdNext): DeliveryRow {
  if (row.state === 'cancelled' || mayHaveArrivedAt(row) !== null) return row;
  const unknownSince = next.unknownSince ?? null;
  return unknownSince === null ? { ...row, state: 'cancelled', reason: 'removed' } : { ...row, unknownSince };
}

/** It has ended without the platform being known to have it, and not because another report of its order was sent. */
function leavesOrder({ state, reason, settledAt, acceptedAt }: DeliveryRow): boolean {
  return settledAt !== null && acceptedAt === null && state !== 'dry_run' && reason !== 'duplicate_order';
}

/** A delivery after an attempt. */
function follow(
  row: DeliveryRow,
  next: AdNext,
  { endedAt, isWithdrawn }: { readonly endedAt: number; readonly isWithdrawn: boolean },
): DeliveryRow {
  const { state, reason, dueAt, tries } = next;
  return {
    ...row,
    state,
    reason,
    dueAt,
    tries,
    claimedAt: null,
    begunAt: null,
    settledAt: dueAt === null && state !== 'blocked' ? endedAt : null,
    step: next.step ?? row.step,
    reference: next.reference === undefined ? row.reference : next.reference,
    key: row.key ?? (isWithdrawn ? null : (next.key ?? null)),
    leftOut: next.leftOut ?? row.leftOut,
    unknownSince: next.unknownSince === undefined ? row.unknownSince : next.unknownSince,
    acceptedAt:
      next.acceptedAt === undefined ? (row.acceptedAt ?? (isTaken(state) ? endedAt : null)) : next.acceptedAt,
    retryUntil: next.retryUntil ?? row.retryUntil,
  };
}
