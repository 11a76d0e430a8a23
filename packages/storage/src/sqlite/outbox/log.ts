import type {
  AttemptEntry,
  DeliveryEntry,
  DeliveryQuery,
  DeliveryStore,
  EndpointHealth,
  RecentAttempt,
} from '../../delivery-store.ts';
import { oncePerConnection } from '../once-per-connection.ts';
import type { Connection } from '../open-database.ts';
import { STATE } from './states.ts';

const STATE_WORD = `
  CASE deliveries.state
    WHEN ${STATE.acknowledged} THEN 'acknowledged'
    WHEN ${STATE.failed} THEN 'failed'
    WHEN ${STATE.cancelled} THEN 'cancelled'
    ELSE CASE
      WHEN deliveries.claimed_at IS NOT NULL THEN 'attempting'
      WHEN deliveries.attempts = 0 THEN 'pending'
      ELSE 'retry_scheduled'
    END
  END`;

const SELECT = `
  SELECT deliveries.id, deliveries.endpoint, messages.project, messages.event, messages.type,
    ${STATE_WORD} AS state, deliveries.attempts, deliveries.created_at AS createdAt,
    CASE WHEN deliveries.state = ${STATE.outstanding} AND claimed_at IS NULL THEN due_at END AS nextAttemptAt,
    deliveries.settled_at AS endedAt, messages.is_test AS isTest, deliveries.repeats,
    (SELECT max(later.id) FROM webhook_deliveries later WHERE later.repeats = deliveries.id) AS repeatedBy,
    last.status AS lastStatus, last.error AS lastError, last.duration_ms AS lastDurationMs,
    last.started_at AS lastAttemptAt
  FROM webhook_deliveries deliveries
  JOIN webhook_messages messages ON messages.id = deliveries.message
  LEFT JOIN webhook_attempts last ON last.id = (
    SELECT max(id) FROM webhook_attempts WHERE delivery = deliveries.id AND duration_ms IS NOT NULL
  )`;

const LIST = `${SELECT}
  WHERE deliveries.endpoint IN (SELECT value FROM json_each(:endpoints))
    AND deliveries.id < :before AND deliveries.created_at >= :from AND deliveries.created_at < :to
    AND (:state IS NULL OR ${STATE_WORD} = :state)
  ORDER BY deliveries.id DESC LIMIT :limit`;

/** Deliveries are looked up by endpoint, attempts by delivery: so a quiet endpoint costs no more than its own. */
const RECENT_ATTEMPTS = `
  SELECT started_at AS startedAt, status, error FROM webhook_attempts
  WHERE duration_ms IS NOT NULL AND delivery IN (
    SELECT id FROM webhook_deliveries WHERE endpoint = ? ORDER BY id DESC LIMIT 200
  )
  ORDER BY started_at DESC, id DESC LIMIT ?`;

/** A long backlog is counted in its index, and its first by steps through that. */
const BACKLOG = `
  SELECT (SELECT count(*) FROM webhook_deliveries WHERE state = 0) AS outstanding, (
    SELECT min(due_at) FROM (
      SELECT (SELECT min(due_at) FROM webhook_deliveries WHERE state = 0 AND endpoint = asked.value) AS due_at
      FROM json_each(:endpoints) asked
    ) WHERE due_at <= :now
  ) AS dueSince`;

type Row = Omit<DeliveryEntry, 'isTest'> & { readonly isTest: 0 | 1 };
type AttemptRow = Omit<AttemptEntry, 'headers'> & { readonly headers: string | null };

/** The delivery log, as people read it. */
export function outboxLog(
  db: Connection,
): Pick<
  DeliveryStore,
  'list' | 'find' | 'recentAttempts' | 'health' | 'countOutstanding' | 'isEmpty' | 'backlog'
> {
  const list = db.prepare(LIST);
  const body = db
    .prepare(
      'SELECT body FROM webhook_messages WHERE id = (SELECT message FROM webhook_deliveries WHERE id = ?)',
    )
    .pluck();
  const attempts = db.prepare(`
    SELECT number, started_at AS startedAt, duration_ms AS durationMs, status, error, headers, body
    FROM webhook_attempts WHERE delivery = ? ORDER BY id`);
  const recent = db.prepare(RECENT_ATTEMPTS);
  const health = db.prepare(`
    SELECT endpoint, failing_since AS failingSince, last_success_at AS lastSuccessAt,
      last_failure_at AS lastFailureAt
    FROM webhook_health`);
  const outstanding = db
    .prepare(`
      SELECT endpoint, count(*) FROM webhook_deliveries WHERE state = ${STATE.outstanding} GROUP BY endpoint`)
    .raw();
  const any = db.prepare('SELECT 1 FROM webhook_deliveries LIMIT 1').pluck();
  const backlog = db.prepare(BACKLOG);
  return {
    async list({ endpoints, state, from, to, before, limit }: DeliveryQuery) {
      const rows = list.all({
        endpoints: JSON.stringify(endpoints),
        state: state ?? null,
        from: from ?? 0,
        to: to ?? Number.MAX_SAFE_INTEGER,
        before: before ?? Number.MAX_SAFE_INTEGER,
        limit,
      });
      return (rows as Row[]).map(toEntry);
    },
    async find(id: number) {
      const entry = deliveryEntry(db, id);
      if (entry === null) return null;
      const log = (attempts.all(id) as AttemptRow[]).map(toAttempt);
      return { ...entry, body: body.get(id) as Uint8Array, log };
    },
    recentAttempts: async (endpoint: string, limit: number) => recent.all(endpoint, limit) as RecentAttempt[],
    health: async () => health.all() as EndpointHealth[],
    countOutstanding: async () => new Map(outstanding.all() as [string, number][]),
    isEmpty: async () => any.get() === undefined,
    backlog: async (now: number, endpoints: readonly string[]) =>
      backlog.get({ now, endpoints: JSON.stringify(endpoints) }) as {
        outstanding: number;
        dueSince: number | null;
      },
  };
}

const withIdIn = oncePerConnection((db) => db.prepare(`${SELECT} WHERE deliveries.id = ?`));

/** The delivery with an id as this connection sees it, within its transaction too; null when there is none. */
export function deliveryEntry(db: Connection, id: number): DeliveryEntry | null {
  const row = withIdIn(db).get(id) as Row | undefined;
  return row === undefined ? null : toEntry(row);
}

const ofEventIn = oncePerConnection((db) =>
  db.prepare(`${SELECT}
    WHERE messages.event = ? AND messages.project = ? AND messages.is_test = 0 ORDER BY deliveries.id`),
);

/** Every delivery of an event, without tests, the oldest first. */
export function webhooksOfEvent(db: Connection, project: string, event: string): DeliveryEntry[] {
  return (ofEventIn(db).all(event, project) as Row[]).map(toEntry);
}

function toEntry(row: Row): DeliveryEntry {
  return { ...row, isTest: row.isTest === 1 };
}

function toAttempt(row: AttemptRow): AttemptEntry {
  return {
    ...row,
    headers: row.headers === null ? null : (JSON.parse(row.headers) as AttemptEntry['headers']),
  };
}
