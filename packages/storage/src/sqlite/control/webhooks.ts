import type {
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

/** Webhook endpoints and their secrets. */
export function controlWebhooks(db: Connection): WebhookEndpointStore {
  const insert = db.prepare(`
    INSERT INTO webhook_endpoints (id, project_id, url, events, enabled, created_at)
    VALUES (:id, :project, :url, :events, :enabled, :createdAt)`);
  const insertSecret = db.prepare(`
    INSERT INTO webhook_secrets (endpoint_id, sealed, created_at, leads_from, ends_at)
    VALUES (:endpoint, :sealed, :createdAt, :leadsFrom, :endsAt)`);
  const endpoints = db.prepare(`
    SELECT id, project_id AS project, url, events, enabled, created_at AS createdAt
    FROM webhook_endpoints ORDER BY created_at, id`);
  const secrets = db.prepare(`
    SELECT endpoint_id AS endpoint, sealed, created_at AS createdAt, leads_from AS leadsFrom, ends_at AS endsAt
    FROM webhook_secrets ORDER BY id DESC`);
  const change = db.prepare(`
    UPDATE webhook_endpoints
    SET url = coalesce(:url, url), events = coalesce(:events, events), enabled = coalesce(:enabled, enabled)
    WHERE id = :id`);
  const dropFormer = db.prepare(`
    DELETE FROM webhook_secrets
    WHERE endpoint_id = :id AND id < (SELECT max(id) FROM webhook_secrets WHERE endpoint_id = :id)`);
  const endFormer = db.prepare('UPDATE webhook_secrets SET ends_at = :formerEndsAt WHERE endpoint_id = :id');
  const remove = db.prepare('DELETE FROM webhook_endpoints WHERE id = ?');

  const create = db.transaction((endpoint: WebhookEndpoint) => {
    const { secrets: own, ...columns } = endpoint;
    insert.run({ ...columns, events: JSON.stringify(columns.events), enabled: columns.enabled ? 1 : 0 });
    for (const secret of own.toReversed()) insertSecret.run({ endpoint: endpoint.id, ...secret });
  });
  const rotate = db.transaction((id: string, { sealed, at, leadsFrom, formerEndsAt }: SecretRotation) => {
    dropFormer.run({ id });
    if (endFormer.run({ id, formerEndsAt }).changes === 0) return false;
    insertSecret.run({ endpoint: id, sealed, createdAt: at, leadsFrom, endsAt: null });
    return true;
  });

  return {
    async createWebhook(endpoint) {
      create.immediate(endpoint);
    },
    async listWebhooks() {
      const byEndpoint = Map.groupBy(secrets.all() as SecretRow[], ({ endpoint }) => endpoint);
      return (endpoints.all() as Row[]).map((row) => ({
        ...row,
        events: JSON.parse(row.events) as WebhookEndpoint['events'],
        enabled: row.enabled === 1,
        secrets: (byEndpoint.get(row.id) ?? []).map(({ endpoint: _, ...secret }) => secret),
      }));
    },
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
