import { CONVERSION_REMOVED } from '@cvq/contract/constants';
import { parseStoredEventId } from '@cvq/contract/event-id';
import { isBlockBroken } from '../../block-broken.ts';
import type { ClaimedDelivery, DeliveryQueue, Outstanding } from '../../delivery-store.ts';
import type { Row as StoredRow } from '../archive/row-block.ts';
import { type StoredRows, storedRowsOf } from '../archive/stored-rows.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { BOT, CONVERSION, originCode } from '../row-codes.ts';
import { STATE } from './states.ts';

/** Every destination with something outstanding, by steps through the index: a long backlog costs one step. */
const DESTINATIONS = `
  WITH RECURSIVE destinations(id) AS (
    SELECT min(endpoint) FROM webhook_deliveries WHERE state = 0
    UNION ALL
    SELECT (SELECT min(endpoint) FROM webhook_deliveries WHERE state = 0 AND endpoint > destinations.id)
    FROM destinations WHERE destinations.id IS NOT NULL
  )`;

const OUTSTANDING = `${DESTINATIONS}
  SELECT id AS destination,
    (SELECT min(due_at) FROM webhook_deliveries WHERE state = 0 AND endpoint = destinations.id) AS dueAt,
    (SELECT count(*) FROM (
      SELECT 1 FROM webhook_deliveries WHERE state = 0 AND endpoint = destinations.id AND due_at <= :now LIMIT :atMost
    )) AS due
  FROM destinations WHERE id IS NOT NULL`;

const DUE = `
  SELECT deliveries.id, deliveries.endpoint AS destination, deliveries.attempts,
    deliveries.claimed_at AS claimedAt, messages.type, messages.event, messages.project,
    messages.id AS message, length(messages.body) AS bytes, messages.is_test AS isTest
  FROM (
    SELECT * FROM webhook_deliveries WHERE state = 0 AND endpoint = ? AND due_at <= ? ORDER BY due_at LIMIT ?
  ) deliveries JOIN webhook_messages messages ON messages.id = deliveries.message
  ORDER BY deliveries.due_at, deliveries.id`;

/** Whether an event has left the reports since: its session was found to be a bot's, or it was removed. */
function isWithdrawn({ conversion, origin }: StoredRow, session: StoredRow | undefined): boolean {
  if (conversion === CONVERSION.removed) return true;
  if (origin === originCode('server') || session === undefined) return false;
  return session.bot === BOT.filtered || (session.bot !== BOT.none && conversion !== CONVERSION.none);
}

type Row = Pick<ClaimedDelivery, 'id' | 'destination' | 'type' | 'event'> & {
  readonly project: string;
  readonly message: number;
  readonly bytes: number;
  readonly attempts: number;
  readonly claimedAt: number | null;
  readonly isTest: 0 | 1;
};

type Places = Parameters<DeliveryQueue['claim']>[0];
type Lease = Parameters<DeliveryQueue['claim']>[1];

/** What an attempt is called whose worker ended, or was ended, before it knew the answer. */
const INTERRUPTED = 'interrupted: the collector ended before the answer was written down';

/** Leases: a claimed delivery is due again when its lease runs out, so a dead worker's comes back by itself. */
export class OutboxClaims {
  readonly #db: Connection;
  readonly #sql: ReturnType<typeof prepare>;
  readonly #rows: StoredRows;

  constructor(db: Connection) {
    this.#db = db;
    this.#sql = prepare(db);
    this.#rows = storedRowsOf(db);
  }

  outstanding(now: number, atMost: number): Outstanding[] {
    return this.#sql.outstanding.all({ now, atMost }) as Outstanding[];
  }

  claim(places: Places, lease: Lease): ClaimedDelivery[] {
    return this.#db.transaction(() => this.#claim(places, lease)).immediate();
  }

  release(claims: readonly ClaimedDelivery[], now: number): void {
    this.#db
      .transaction(() => {
        for (const { id, attempt, claimedAt } of claims)
          if (this.#sql.giveBack.run(now, id, claimedAt).changes === 1)
            this.#sql.interrupt.run(id, attempt, claimedAt, INTERRUPTED);
      })
      .immediate();
  }

  postpone(claims: readonly ClaimedDelivery[], dueAt: number): void {
    this.#db
      .transaction(() => {
        for (const { id, claimedAt } of claims) this.#sql.giveBack.run(dueAt, id, claimedAt);
      })
      .immediate();
  }

  #claim(places: Places, { now, until, large }: Lease): ClaimedDelivery[] {
    const claimed: ClaimedDelivery[] = [];
    let room = large?.room ?? Infinity;
    for (const { destination, limit } of places) {
      for (const row of this.#sql.due.all(destination, now, limit) as Row[]) {
        const { id, type, event, message, attempts, claimedAt } = row;
        const taken = row.bytes > (large?.from ?? Infinity) ? row.bytes : 0;
        if (taken > room) continue;
        if (claimedAt !== null) this.#sql.interrupt.run(id, attempts + 1, claimedAt, INTERRUPTED);
        if (this.#isWithdrawn(row)) {
          this.#sql.cancel.run(now, id);
          continue;
        }
        this.#sql.take.run(now, until, id);
        room -= taken;
        const body = this.#sql.body.get(message) as Uint8Array;
        const isTest = row.isTest === 1;
        claimed.push({ id, destination, type, event, body, isTest, attempt: attempts + 1, claimedAt: now });
      }
    }
    return claimed;
  }

  /** What counted when it was announced may not do so now: bots' events and removed ones are not sent. */
  #isWithdrawn({ project, event, type, isTest }: Row): boolean {
    const id = isTest === 1 || type === CONVERSION_REMOVED ? null : parseStoredEventId(event);
    const number = projectNumber(this.#db, project);
    if (id === null || number === undefined) return false;
    try {
      const stored = this.#rows.event(number, id);
      if (stored === undefined) return false;
      const session = stored.session === null ? undefined : this.#rows.session(stored.session as number);
      return isWithdrawn(stored, session);
    } catch (error) {
      // Its message is whole, and others wait behind it.
      if (isBlockBroken(error)) return false;
      throw error;
    }
  }
}

function prepare(db: Connection) {
  return {
    outstanding: db.prepare(OUTSTANDING),
    due: db.prepare(DUE),
    body: db.prepare('SELECT body FROM webhook_messages WHERE id = ?').pluck(),
    cancel: db.prepare(`
      UPDATE webhook_deliveries SET state = ${STATE.cancelled}, settled_at = ?, claimed_at = NULL WHERE id = ?`),
    take: db.prepare('UPDATE webhook_deliveries SET claimed_at = ?, due_at = ? WHERE id = ?'),
    giveBack: db.prepare(
      'UPDATE webhook_deliveries SET claimed_at = NULL, due_at = ? WHERE id = ? AND state = 0 AND claimed_at = ?',
    ),
    interrupt: db.prepare(
      'INSERT INTO webhook_attempts (delivery, number, started_at, error) VALUES (?, ?, ?, ?)',
    ),
  };
}
