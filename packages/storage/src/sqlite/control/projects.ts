import type { Account, ProjectChange, ProjectRecord } from '../../control-store.ts';
import type { Connection } from '../open-database.ts';

export const PROJECT_COLUMNS = `
  projects.id, projects.account_id AS accountId, projects.name, projects.domain, projects.timezone,
  projects.currency, projects.hosts, projects.created_at AS createdAt`;

export type ProjectRow = Omit<ProjectRecord, 'hosts'> & { readonly hosts: string | null };

export function toProject(row: ProjectRow): ProjectRecord {
  return { ...row, hosts: row.hosts === null ? null : (JSON.parse(row.hosts) as string[]) };
}

/** Accounts and their projects. */
export function controlProjects(db: Connection) {
  const insertAccount = db.prepare(
    'INSERT INTO accounts (id, kind, name, plan_code, created_at) VALUES (:id, :kind, :name, :plan, :createdAt)',
  );
  const accounts = db.prepare(
    'SELECT id, kind, name, plan_code AS plan FROM accounts WHERE deleted_at IS NULL ORDER BY created_at, id',
  );
  const insertProject = db.prepare(`
    INSERT INTO projects (id, account_id, name, domain, timezone, currency, hosts, created_at)
    VALUES (:id, :accountId, :name, :domain, :timezone, :currency, :hosts, :createdAt)`);
  const projects = db.prepare(
    `SELECT ${PROJECT_COLUMNS} FROM projects WHERE deleted_at IS NULL ORDER BY created_at, id`,
  );
  const project = db.prepare(`SELECT ${PROJECT_COLUMNS} FROM projects WHERE id = ? AND deleted_at IS NULL`);
  const change = db.prepare(`
    UPDATE projects SET name = coalesce(:name, name), hosts = CASE WHEN :keepsHosts THEN hosts ELSE :hosts END
    WHERE id = :id AND deleted_at IS NULL`);
  return {
    async createAccount(account: Account, createdAt: number) {
      insertAccount.run({ ...account, createdAt });
    },
    listAccounts: async () => accounts.all() as Account[],
    async createProject(record: ProjectRecord) {
      insertProject.run({ ...record, hosts: hostsColumn(record.hosts) });
    },
    async findProject(id: string) {
      const row = project.get(id) as ProjectRow | undefined;
      return row ? toProject(row) : null;
    },
    listProjects: async () => (projects.all() as ProjectRow[]).map(toProject),
    async changeProject(id: string, { name, hosts }: ProjectChange) {
      const keepsHosts = hosts === undefined ? 1 : 0;
      const changed = change.run({ id, name: name ?? null, keepsHosts, hosts: hostsColumn(hosts ?? null) });
      return changed.changes === 1;
    },
  };
}

function hostsColumn(hosts: readonly string[] | null): string | null {
  return hosts === null ? null : JSON.stringify(hosts);
}
