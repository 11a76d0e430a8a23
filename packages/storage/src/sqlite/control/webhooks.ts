import type {
  SecretRotated,
  SecretRotation,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointStore,
  WebhookSecret,
} from '../../webhook-endpoint.ts';
import type { Connection } from '../open-database.ts';

type Row = Omit<WebhookEndpoint, 'events' | 'enabled' | 'secrets'> & {
  readonly events: string;
  readonly enabled: 0 | 1;
};

type SecretRow = WebhookSecret & { readonly endpoint: string };

const SELECT = `
  SELECT id, project_id AS project, url, events, enabled, created_at AS createdAt FROM webhook_endpoints`;
const SELECT_SECRETS = `
  SELECT endpoint_id AS endpoint, sealed, created_at AS createdAt, leads_from AS leadsFrom, ends_at AS endsAt
  FROM webhook_secrets`;

type WebhookReading = Pick<WebhookEndpointStore, 'findWebhook' | 'listWebhooks' | 'hasWebhooks'>;

function reading(db: Connection): WebhookReading {
  const byId = db.prepare(`${SELECT} WHERE id = ?`);
  const secretsOf = db.prepare(`${SELECT_SECRETS} WHERE endpoint_id = ? ORDER BY id DESC`);
  const listed = db.prepare(
    `${SELECT} WHERE :project IS NULL OR project_id = :project ORDER BY created_at, id`,
  );
  const any = db.prepare('SELECT EXISTS (SELECT 1 FROM webhook_endpoints)').pluck();
  const allSecrets = db.prepare(`${SELECT_SECRETS} ORDER BY id DESC`);

  return {
    async findWebhook(id) {
      const row = byId.get(id) as Row | undefined;
      return row ? toEndpoint(row, secretsOf.all(id) as SecretRow[]) : null;
    },
    async listWebhooks(of) {
      const rows = listed.all({ project: of?.project ?? null }) as Row[];
      if (of) return rows.map((row) => toEndpoint(row, secretsOf.all(row.id) as SecretRow[]));
      // One query for all: thousands of endpoints are listed when one of them changes.
      const byEndpoint = Map.groupBy(allSecrets.all() as SecretRow[], ({ endpoint }) => endpoint);
      return rows.map((row) => toEndpoint(row, byEndpoint.get(row.id) ?? []));
    },
    hasWebhooks: async () => any.get() === 1,
  };
}

function toEndpoint(row: Row, secrets: readonly SecretRow[]): WebhookEndpoint {
  return {
    ...row,
    events: JSON.parse(row.events) as WebhookEndpoint['events'],
    enabled: row.enabled === 1,
    secrets: secrets.map(({ endpoint: _, ...secret }) => secret),
  };
}

/** Webhook endpoints and their secrets. */
export function controlWebhooks(db: Connection): WebhookEndpointStore {
  const count = db.prepare('SELECT count(*) FROM webhook_endpoints WHERE project_id = ?').pluck();
  const insert = db.prepare(`
    INSERT INTO webhook_endpoints (id, project_id, url, events, enabled, created_at)
    VALUES (:id, :project, :url, :events, :enabled, :createdAt)`);
  const insertSecret = db.prepare(`
    INSERT INTO webhook_secrets (endpoint_id, sealed, created_at, leads_from, ends_at)
    VALUES (:endpoint, :sealed, :createdAt, :leadsFrom, :endsAt)`);
  const change = db.prepare(`
    UPDATE webhook_endpoints
    SET url = coalesce(:url, url), events = coalesce(:events, events), enabled = coalesce(:enabled, enabled)
    WHERE id = :id`);
  const dropFormer = db.prepare(`
    DELETE FROM webhook_secrets
    WHERE endpoint_id = :id AND id < (SELECT max(id) FROM webhook_secrets WHERE endpoint_id = :id)`);
  const newestSealed = db
    .prepare('SELECT sealed FROM webhook_secrets WHERE endpoint_id = ? ORDER BY id DESC LIMIT 1')
    .pluck();
  const endFormer = db.prepare('UPDATE webhook_secrets SET ends_at = :formerEndsAt WHERE endpoint_id = :id');
  const remove = db.prepare('DELETE FROM webhook_endpoints WHERE id = ?');

  const create = db.transaction((endpoint: WebhookEndpoint, atMost: number) => {
    if ((count.get(endpoint.project) as number) >= atMost) return false;
    const { secrets: own, ...columns } = endpoint;
    insert.run({ ...columns, events: JSON.stringify(columns.events), enabled: columns.enabled ? 1 : 0 });
    for (const secret of own.toReversed()) insertSecret.run({ endpoint: endpoint.id, ...secret });
    return true;
  });
  const rotate = db.transaction((id: string, { former, ...rotation }: SecretRotation): SecretRotated => {
    const { sealed, at, leadsFrom, formerEndsAt } = rotation;
    const newest = newestSealed.get(id) as Uint8Array | undefined;
    if (newest === undefined) return 'unknown';
    if (Buffer.compare(newest, former) !== 0) return 'overtaken';
    dropFormer.run({ id });
    endFormer.run({ id, formerEndsAt });
    insertSecret.run({ endpoint: id, sealed, createdAt: at, leadsFrom, endsAt: null });
    return 'done';
  });

  return {
    // The lock is taken before they are counted, so that two cannot both find the last place free.
    createWebhook: async (endpoint, atMost = Number.POSITIVE_INFINITY) => create.immediate(endpoint, atMost),
    ...reading(db),
    async changeWebhook(id: string, { url, events, enabled }: WebhookEndpointChange) {
      const columns = {
        url: url ?? null,
        events: events === undefined ? null : JSON.stringify(events),
        enabled: enabled === undefined ? null : Number(enabled),
      };
      return change.run({ id, ...columns }).changes === 1;
    },
    rotateWebhookSecret: async (id, rotation) => rotate.immediate(id, rotation),
    removeWebhook: async (id) => remove.run(id).changes === 1,
  };
}
