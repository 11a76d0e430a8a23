import { IDEMPOTENCY_MS } from '@cvq/contract/constants';
import type { EventRecord } from '../../event-record.ts';
import type { AppendOutcome } from '../../ingest-ledger.ts';
import type { Connection } from '../open-database.ts';

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
  const putRequest = db.prepare(`
    INSERT INTO idempotency_keys (project, key, fingerprint, ms, suffix, received_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET
      fingerprint = excluded.fingerprint, ms = excluded.ms, suffix = excluded.suffix, received_at = excluded.received_at
      WHERE idempotency_keys.received_at <= excluded.received_at - ${IDEMPOTENCY_MS}`);

  const rowOf = (project: number, key: string, receivedAt: number) =>
    find.get(project, key, receivedAt - IDEMPOTENCY_MS) as Row | undefined;

  return {
    /** What became of an earlier request with the same key; null when there was none. */
    outcomeOf(project: number, { idempotency, receivedAt }: EventRecord): AppendOutcome | null {
      if (idempotency === null) return null;
      const own = rowOf(project, idempotency.key, receivedAt);
      // An element that was not there, or was refused, when the request came for the first time.
      const row = own ?? rowOf(project, idempotency.request, receivedAt);
      if (row === undefined) return null;
      const id = { ms: row.ms, suffix: row.suffix };
      if (row.fingerprint !== idempotency.fingerprint) return { status: 'conflict', id };
      return own === undefined ? null : { status: 'duplicate', id };
    },
    remember(project: number, { idempotency, id, receivedAt }: EventRecord): void {
      if (idempotency === null) return;
      const { key, request, fingerprint } = idempotency;
      put.run(project, key, fingerprint, id.ms, id.suffix, receivedAt);
      putRequest.run(project, request, fingerprint, id.ms, id.suffix, receivedAt);
    },
  };
}
