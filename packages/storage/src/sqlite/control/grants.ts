import type {
  ApplicationRecord,
  AuthorizationCode,
  AuthorizationRequest,
  GrantRecord,
  Grants,
  ListedGrant,
} from '../../control/grants.ts';
import type { Connection } from '../open-database.ts';
import { GRANT_COLUMNS, type GrantRow, toGrant } from './grant-rows.ts';
import type { controlGrantTokens } from './grant-tokens.ts';

/** Applications, requests that people look at, and what they allowed. */
export function controlGrants(
  db: Connection,
  lastUses: () => Promise<ReadonlyMap<string, number>>,
): Omit<Grants, keyof ReturnType<typeof controlGrantTokens>> {
  const insertApplication = db.prepare(`
    INSERT INTO oauth_applications (id, name, redirect_uris, created_at) VALUES (:id, :name, :redirectUris, :createdAt)`);
  const application = db.prepare(`
    SELECT id, name, redirect_uris AS redirectUris, created_at AS createdAt FROM oauth_applications WHERE id = ?`);
  const insertAuthorization = db.prepare(`
    INSERT INTO oauth_authorizations (id, session_id, request, expires_at)
    VALUES (:id, :sessionId, :request, :expiresAt)`);
  const MINE = 'WHERE id = ? AND session_id = ? AND expires_at > ?';
  const authorization = db.prepare(`SELECT request FROM oauth_authorizations ${MINE}`).pluck();
  const takeAuthorization = db.prepare(`DELETE FROM oauth_authorizations ${MINE} RETURNING request`).pluck();
  const upsert = db
    .prepare(`
      INSERT INTO oauth_grants
        (id, user_id, application_id, application_name, resource, scopes, projects, as_superadmin, created_at)
      VALUES
        (:id, :userId, :applicationId, :applicationName, :resource, :scopes, :projects, :asSuperadmin, :createdAt)
      ON CONFLICT (user_id, application_id) DO UPDATE SET
        application_name = excluded.application_name, resource = excluded.resource, scopes = excluded.scopes,
        projects = excluded.projects, as_superadmin = excluded.as_superadmin
      RETURNING id`)
    .pluck();
  const insertCode = db.prepare(`
    INSERT INTO oauth_codes (hash, grant_id, family, redirect_uri, challenge, scopes, expires_at)
    VALUES (:hash, :grantId, :family, :redirectUri, :challenge, :scopes, :expiresAt)`);
  const byId = db.prepare(`SELECT ${GRANT_COLUMNS} FROM oauth_grants WHERE id = ?`);
  const list = db.prepare(`
    SELECT ${GRANT_COLUMNS}, users.email FROM oauth_grants JOIN users ON users.id = user_id
    WHERE (:userId IS NULL OR user_id = :userId) AND (
      EXISTS (SELECT 1 FROM oauth_tokens WHERE grant_id = oauth_grants.id AND expires_at > :now) OR
      EXISTS (SELECT 1 FROM oauth_codes WHERE grant_id = oauth_grants.id AND is_used = 0 AND expires_at > :now))
    ORDER BY oauth_grants.created_at DESC, oauth_grants.id`);
  const remove = db.prepare('DELETE FROM oauth_grants WHERE id = ?');

  const put = db.transaction((grant: GrantRecord, code: AuthorizationCode) => {
    const { scopes, projects, asSuperadmin, ...columns } = grant;
    const id = upsert.get({
      ...columns,
      scopes: JSON.stringify(scopes),
      projects: projects === 'all' ? null : JSON.stringify(projects),
      asSuperadmin: Number(asSuperadmin),
    }) as string;
    insertCode.run({ ...code, grantId: id, scopes: JSON.stringify(code.scopes) });
    return id;
  });

  return {
    async addApplication(given) {
      insertApplication.run({ ...given, redirectUris: JSON.stringify(given.redirectUris) });
    },
    async findApplication(id) {
      const row = application.get(id) as
        | (Omit<ApplicationRecord, 'redirectUris'> & { redirectUris: string })
        | undefined;
      return row ? { ...row, redirectUris: JSON.parse(row.redirectUris) as string[] } : null;
    },
    async openAuthorization({ request, ...columns }) {
      insertAuthorization.run({ ...columns, request: JSON.stringify(request) });
    },
    findAuthorization: async (id, sessionId, now) => toRequest(authorization.get(id, sessionId, now)),
    takeAuthorization: async (id, sessionId, now) => toRequest(takeAuthorization.get(id, sessionId, now)),
    putGrant: async (grant, code) => put.immediate(grant, code),
    async findGrant(id) {
      const row = byId.get(id) as GrantRow | undefined;
      return row ? toGrant(row) : null;
    },
    async listGrants({ userId = null, now }: { userId?: string | null; now: number }) {
      const used = await lastUses();
      const rows = list.all({ userId, now }) as (GrantRow & Pick<ListedGrant, 'email'>)[];
      return rows.map((row) => ({
        ...toGrant(row),
        email: row.email,
        lastUsedAt: used.get(row.id) ?? null,
      }));
    },
    removeGrant: async (id) => remove.run(id).changes === 1,
  };
}

const toRequest = (json: unknown): AuthorizationRequest | null =>
  typeof json === 'string' ? (JSON.parse(json) as AuthorizationRequest) : null;
