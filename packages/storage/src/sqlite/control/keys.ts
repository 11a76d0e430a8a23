import type { KeyRecord, NewKey } from '../../control-store.ts';
import type { Connection } from '../open-database.ts';
import { PROJECT_COLUMNS, type ProjectRow, toProject } from './projects.ts';

const SELECT_KEYS = `
  SELECT
    id, account_id AS accountId, kind, name, last4, expiry, expires_at AS expiresAt, created_at AS createdAt,
    revoked_at AS revokedAt, all_projects AS allProjects,
    (SELECT json_group_array(scope) FROM api_key_scopes WHERE key_id = api_keys.id) AS scopes,
    (SELECT json_group_array(project_id) FROM api_key_projects WHERE key_id = api_keys.id) AS projects
  FROM api_keys`;

const REACH = `
  SELECT ${PROJECT_COLUMNS} FROM api_keys
  JOIN projects ON projects.account_id = api_keys.account_id AND projects.deleted_at IS NULL
  WHERE api_keys.id = ?
    AND (api_keys.all_projects = 1
      OR projects.id IN (SELECT project_id FROM api_key_projects WHERE key_id = api_keys.id))
  ORDER BY projects.created_at, projects.id`;

type Row = Omit<KeyRecord, 'scopes' | 'projects'> & { scopes: string; projects: string; allProjects: 0 | 1 };

/** Keys: kept as hashes, narrowed to projects, revoked and never deleted. */
export function controlKeys(db: Connection) {
  const insert = db.prepare(`
    INSERT INTO api_keys
      (id, account_id, kind, all_projects, name, token_hash, last4, expiry, expires_at, created_at)
    VALUES
      (:id, :accountId, :kind, :allProjects, :name, :tokenHash, :last4, :expiry, :expiresAt, :createdAt)`);
  const insertScope = db.prepare('INSERT INTO api_key_scopes (key_id, scope) VALUES (?, ?)');
  const insertProject = db.prepare('INSERT INTO api_key_projects (key_id, project_id) VALUES (?, ?)');
  const byHash = db.prepare(`${SELECT_KEYS} WHERE token_hash = ?`);
  const all = db.prepare(`${SELECT_KEYS} ORDER BY created_at, id`);
  const revoke = db.prepare('UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');
  const reach = db.prepare(REACH);

  const create = db.transaction((key: NewKey) => {
    const { scopes, projects, ...columns } = key;
    insert.run({ ...columns, allProjects: projects === 'all' ? 1 : 0 });
    for (const scope of scopes) insertScope.run(key.id, scope);
    for (const project of projects === 'all' ? [] : projects) insertProject.run(key.id, project);
  });

  return {
    async createKey(key: NewKey) {
      create.immediate(key);
    },
    listKeys: async () => (all.all() as Row[]).map(toKey),
    async findKey(tokenHash: string) {
      const row = byHash.get(tokenHash) as Row | undefined;
      return row ? toKey(row) : null;
    },
    revokeKey: async (id: string, at: number) => revoke.run(at, id).changes === 1,
    reachOfKey: async (keyId: string) => (reach.all(keyId) as ProjectRow[]).map(toProject),
  };
}

function toKey({ allProjects, scopes, projects, ...row }: Row): KeyRecord {
  return {
    ...row,
    scopes: JSON.parse(scopes) as KeyRecord['scopes'],
    projects: allProjects === 1 ? 'all' : (JSON.parse(projects) as string[]),
  };
}
