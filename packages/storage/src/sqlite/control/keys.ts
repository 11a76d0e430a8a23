import type { FoundKey, KeyRecord, Keys, NewKey } from '../../control/keys.ts';
import type { Connection } from '../open-database.ts';
import { accountsOfKey } from './accounts-of-key.ts';

const SELECT = `
  SELECT
    api_keys.id, account_id AS accountId, api_keys.kind, agency_wide AS agencyWide, api_keys.name, last4, expiry,
    expires_at AS expiresAt, created_by AS createdBy, api_keys.created_at AS createdAt, revoked_at AS revokedAt,
    all_projects AS allProjects, accounts.plan,
    (SELECT json_group_array(scope) FROM api_key_scopes WHERE key_id = api_keys.id) AS scopes,
    (SELECT json_group_array(project_id) FROM api_key_projects
      JOIN projects ON projects.id = project_id AND projects.deleted_at IS NULL
        -- A server key writes into its own account's projects alone, also after one of them has moved.
        AND (api_keys.kind = 'secret' OR projects.account_id = api_keys.account_id)
        AND projects.account_id IN (${accountsOfKey('api_keys')})
      WHERE key_id = api_keys.id) AS projects
  FROM api_keys JOIN accounts ON accounts.id = account_id`;

const ACTIVE = `
  SELECT count(*) FROM api_keys
  WHERE account_id = :accountId AND kind = 'secret' AND revoked_at IS NULL
    AND (expires_at IS NULL OR expires_at > :at)`;

type Row = Omit<FoundKey, 'scopes' | 'projects' | 'agencyWide'> & {
  scopes: string;
  projects: string;
  agencyWide: 0 | 1;
  allProjects: 0 | 1;
};

/** Keys: kept as hashes, narrowed to projects, revoked and never deleted. */
export function controlKeys(db: Connection, lastUses: () => Promise<ReadonlyMap<string, number>>): Keys {
  const insert = keyInsertion(db);
  const active = db.prepare(ACTIVE).pluck();
  const byId = db.prepare(`${SELECT} WHERE api_keys.id = ?`);
  const byHash = db.prepare(`${SELECT} WHERE token_hash = ?`);
  const all = db.prepare(`
    ${SELECT} WHERE :accountId IS NULL OR account_id = :accountId ORDER BY api_keys.created_at, api_keys.id`);
  const revoke = db.prepare('UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');

  const countActive = (accountId: string, at: number) => active.get({ accountId, at }) as number;

  const create = db.transaction((key: NewKey, atMost: number) => {
    if (countActive(key.accountId, key.createdAt) >= atMost) return false;
    insert(key);
    return true;
  });

  return {
    // The lock is taken before the keys are counted, so that two cannot both find the last place free.
    createKey: async (key, atMost = Number.POSITIVE_INFINITY) => create.immediate(key, atMost),
    async listKeys(of) {
      const used = await lastUses();
      const rows = all.all({ accountId: of?.accountId ?? null }) as Row[];
      return rows.map((row) => ({ ...withoutPlan(row), lastUsedAt: used.get(row.id) ?? null }));
    },
    countActiveKeys: async (accountId, at) => countActive(accountId, at),
    async findKeyById(id) {
      const row = byId.get(id) as Row | undefined;
      return row ? withoutPlan(row) : null;
    },
    async findKey(tokenHash) {
      const row = byHash.get(tokenHash) as Row | undefined;
      return row ? toKey(row) : null;
    },
    revokeKey: async (id, at) => revoke.run(at, id).changes === 1,
  };
}

/** Adds a key with its scopes and projects. */
function keyInsertion(db: Connection): (key: NewKey) => void {
  const insert = db.prepare(`
    INSERT INTO api_keys
      (id, account_id, kind, agency_wide, all_projects, name, token_hash, last4, expiry, expires_at, created_by,
       created_at)
    VALUES
      (:id, :accountId, :kind, :agencyWide, :allProjects, :name, :tokenHash, :last4, :expiry, :expiresAt,
       :createdBy, :createdAt)`);
  const insertScope = db.prepare('INSERT INTO api_key_scopes (key_id, scope) VALUES (?, ?)');
  const insertProject = db.prepare('INSERT INTO api_key_projects (key_id, project_id) VALUES (?, ?)');

  return (key) => {
    const { scopes, projects, ...columns } = key;
    insert.run({
      ...columns,
      agencyWide: key.agencyWide ? 1 : 0,
      allProjects: projects === 'all' ? 1 : 0,
    });
    for (const scope of scopes) insertScope.run(key.id, scope);
    for (const project of projects === 'all' ? [] : projects) insertProject.run(key.id, project);
  };
}

function toKey({ allProjects, agencyWide, scopes, projects, ...row }: Row): FoundKey {
  return {
    ...row,
    agencyWide: agencyWide === 1,
    scopes: JSON.parse(scopes) as KeyRecord['scopes'],
    projects: allProjects === 1 ? 'all' : (JSON.parse(projects) as string[]),
  };
}

function withoutPlan(row: Row): KeyRecord {
  const { plan: _, ...key } = toKey(row);
  return key;
}
