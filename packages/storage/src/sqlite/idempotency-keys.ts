import { IDEMPOTENCY_MS } from '@cvq/contract';
import type { EventRecord } from '../event-record.ts';
import type { AppendOutcome } from '../event-store.ts';
import type { Connection } from './open-database.ts';

type Row = { readonly fingerprint: string; readonly ms: number; readonly suffix: string };

/** Which request a caller's key stands for, for a day. */
export function createIdempotencyKeys(db: Connection) {
  const find = db.prepare(
    'SELECT fingerprint, ms, suffix FROM idempotency_keys WHERE project = ? AND key = ? AND received_at > ?',
  );
  const put = db.prepare(`
    INSERT INTO idempotency_keys (project, key, fingerprint, ms, suffix, received_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET
      fingerprint = excluded.fingerprint, ms = excluded.ms, suffix = excluded.suffix, received_at = excluded.received_at`);
  return {
    /** What became of an earlier request with the same key; null when there was none. */
    outcomeOf(project: number, { idempotency, receivedAt }: EventRecord): AppendOutcome | null {
      if (idempotency === null) return null;
      const row = find.get(project, idempotency.key, receivedAt - IDEMPOTENCY_MS) as Row | undefined;
      if (row === undefined) return null;
      const id = { ms: row.ms, suffix: row.suffix };
      return { status: row.fingerprint === idempotency.fingerprint ? 'duplicate' : 'conflict', id };
    },
    remember(project: number, { idempotency, id, receivedAt }: EventRecord): void {
      if (idempotency === null) return;
      put.run(project, idempotency.key, idempotency.fingerprint, id.ms, id.suffix, receivedAt);
    },
  };
}
