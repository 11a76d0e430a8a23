import { CONVERSION_REMOVED } from '@cvq/contract/constants';
import { parseStoredEventId } from '@cvq/contract/event-id';
import type { ClaimedDelivery, DeliveryQueue } from '../../delivery-store.ts';
import type { Connection } from '../open-database.ts';
import { BOT, CONVERSION, originCode } from '../row-codes.ts';
import { STATE } from './states.ts';

/** Every endpoint with something owed, by steps through the index: a long backlog costs one step. */
const OWED = `
  WITH RECURSIVE owed(endpoint) AS (
    SELECT min(endpoint) FROM webhook_deliveries WHERE state = 0
    UNION ALL
    SELECT (SELECT min(endpoint) FROM webhook_deliveries WHERE state = 0 AND endpoint > owed.endpoint)
    FROM owed WHERE owed.endpoint IS NOT NULL
  )
  SELECT endpoint, (
    SELECT min(due_at) FROM webhook_deliveries WHERE state = 0 AND webhook_deliveries.endpoint = owed.endpoint
  ) AS dueAt
  FROM owed WHERE endpoint IS NOT NULL`;

const DUE = `
  SELECT deliveries.id, deliveries.endpoint, deliveries.attempts, deliveries.claimed_at AS claimedAt,
    messages.type, messages.event, messages.project, messages.body, messages.is_test AS isTest
  FROM (
    SELECT * FROM webhook_deliveries WHERE state = 0 AND endpoint = ? AND due_at <= ? ORDER BY due_at LIMIT ?
  ) deliveries JOIN webhook_messages messages ON messages.id = deliveries.message
  ORDER BY deliveries.due_at, deliveries.id`;

/** Whether an event has left the reports since: its session was found to be a bot's, or it was removed. */
const WITHDRAWN = `
  SELECT events.conversion = ${CONVERSION.removed} OR events.origin <> ${originCode('server')} AND (
    sessions.bot = ${BOT.filtered} OR sessions.bot <> ${BOT.none} AND events.conversion <> ${CONVERSION.none}
  )
  FROM events LEFT JOIN sessions ON sessions.id = events.session
  WHERE events.project = (SELECT id FROM projects WHERE key = ?) AND events.ms = ? AND events.suffix = ?`;

type Row = Pick<ClaimedDelivery, 'id' | 'endpoint' | 'type' | 'event' | 'body'> & {
  readonly project: string;
  readonly attempts: number;
  readonly claimedAt: number | null;
  readonly isTest: 0 | 1;
};

/** What an attempt is called whose worker ended, or was ended, before it knew the answer. */
const INTERRUPTED = 'interrupted: the collector ended before the answer was written down';

/** Leases: a claimed delivery is due again when its lease runs out, so a dead worker's comes back by itself. */
export function outboxClaims(db: Connection): Pick<DeliveryQueue, 'owed' | 'claim' | 'release'> {
  const owed = db.prepare(OWED);
  const due = db.prepare(DUE);
  const withdrawn = db.prepare(WITHDRAWN).pluck();
  const cancel = db.prepare(`
    UPDATE webhook_deliveries SET state = ${STATE.cancelled}, settled_at = ?, claimed_at = NULL WHERE id = ?`);
  const take = db.prepare('UPDATE webhook_deliveries SET claimed_at = ?, due_at = ? WHERE id = ?');
  const giveBack = db.prepare(
    'UPDATE webhook_deliveries SET claimed_at = NULL, due_at = ? WHERE id = ? AND state = 0 AND claimed_at = ?',
  );
  const interrupt = db.prepare(
    'INSERT INTO webhook_attempts (delivery, number, started_at, error) VALUES (?, ?, ?, ?)',
  );

  /** What was true when it was owed may not be so now: nobody is told of bots, nor of what was taken out. */
  function isWithdrawn({ project, event, type, isTest }: Row): boolean {
    const id = isTest === 1 || type === CONVERSION_REMOVED ? null : parseStoredEventId(event);
    return id !== null && withdrawn.get(project, id.ms, id.suffix) === 1;
  }

  const claim = db.transaction(
    (slots: Parameters<DeliveryQueue['claim']>[0], { now, until }: { now: number; until: number }) => {
      const claimed: ClaimedDelivery[] = [];
      for (const { endpoint, limit } of slots) {
        for (const row of due.all(endpoint, now, limit) as Row[]) {
          const { id, type, event, body, attempts, claimedAt } = row;
          if (claimedAt !== null) interrupt.run(id, attempts + 1, claimedAt, INTERRUPTED);
          if (isWithdrawn(row)) {
            cancel.run(now, id);
            continue;
          }
          take.run(now, until, id);
          const isTest = row.isTest === 1;
          claimed.push({ id, endpoint, type, event, body, isTest, attempt: attempts + 1, claimedAt: now });
        }
      }
      return claimed;
    },
  );

  const release = db.transaction((claims: readonly ClaimedDelivery[], now: number) => {
    for (const { id, attempt, claimedAt } of claims) {
      if (giveBack.run(now, id, claimedAt).changes === 1) interrupt.run(id, attempt, claimedAt, INTERRUPTED);
    }
  });

  return {
    owed: async () => owed.all() as { endpoint: string; dueAt: number }[],
    claim: async (slots, lease) => claim.immediate(slots, lease),
    async release(claims, now) {
      release.immediate(claims, now);
    },
  };
}
