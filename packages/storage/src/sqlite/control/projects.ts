import type { NewProject, ProjectRecord, Projects } from '../../control/projects.ts';
import type { Connection } from '../open-database.ts';

export const PROJECT_COLUMNS = `
  projects.id, projects.account_id AS accountId, projects.name, projects.domain, projects.timezone,
  projects.currency, projects.hosts, projects.redacted_names AS redactedNames, projects.persons,
  projects.ad_consent AS adConsent, projects.retention_days AS retentionDays, projects.created_at AS createdAt`;

export type ProjectRow = Omit<ProjectRecord, 'hosts' | 'redactedNames'> & {
  readonly hosts: string | null;
  readonly redactedNames: string | null;
};

/** A project as its row tells it. */
export function toProject(row: ProjectRow): ProjectRecord {
  return { ...row, hosts: fromList(row.hosts), redactedNames: fromList(row.redactedNames) };
}

const toRow = (project: NewProject): ProjectRow => ({
  ...project,
  hosts: toList(project.hosts),
  redactedNames: toList(project.redactedNames === undefined ? [] : project.redactedNames),
  persons: project.persons ?? 'on',
  adConsent: project.adConsent ?? 'by_country',
  retentionDays: project.retentionDays ?? null,
});

const fromList = (text: string | null) => (text === null ? null : (JSON.parse(text) as string[]));
const toList = (names: readonly string[] | null) => (names === null ? null : JSON.stringify(names));

/** What goes with a project that is deleted. */
const LEAVING = [
  ...['integrations', 'spend_sources', 'spend_imports', 'exchange_rates'],
  ...['annotations', 'segments', 'saved_funnels', 'webhook_endpoints'],
  ...['bot_rules', 'project_members', 'api_key_projects', 'access_links'],
];

/** Projects. One that is deleted takes its spend along, whose rows `sweepSpend` deletes. */
export function controlProjects(db: Connection, sweepSpend: () => Promise<void>): Projects {
  const insert = db.prepare(`
    INSERT INTO projects (id, account_id, name, domain, timezone, currency, hosts, redacted_names, persons, ad_consent,
      retention_days, created_at)
    VALUES (:id, :accountId, :name, :domain, :timezone, :currency, :hosts, :redactedNames, :persons, :adConsent,
      :retentionDays, :createdAt)`);
  const all = db.prepare(
    `SELECT ${PROJECT_COLUMNS} FROM projects WHERE deleted_at IS NULL ORDER BY created_at, id`,
  );
  const byId = db.prepare(`SELECT ${PROJECT_COLUMNS} FROM projects WHERE id = ? AND deleted_at IS NULL`);
  const change = db.prepare(`
    UPDATE projects SET name = :name, domain = :domain, timezone = :timezone, currency = :currency, hosts = :hosts,
      redacted_names = :redactedNames, persons = :persons, ad_consent = :adConsent,
      retention_days = :retentionDays, account_id = :accountId
    WHERE id = :id`);
  // Who invites gives what is theirs to give: the new owner has not.
  const withdraw = db.prepare('DELETE FROM access_links WHERE project_id = ?');
  const remove = db.prepare('UPDATE projects SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL');
  const leaving = LEAVING.map((table) => db.prepare(`DELETE FROM ${table} WHERE project_id = ?`));

  function find(id: string): ProjectRecord | null {
    const row = byId.get(id) as ProjectRow | undefined;
    return row ? toProject(row) : null;
  }

  const changeIn = db.transaction((id: string, changes: Parameters<Projects['changeProject']>[1]) => {
    const project = find(id);
    if (project === null) return false;
    const changed = { ...project, ...(typeof changes === 'function' ? changes(project) : changes) };
    change.run(toRow(changed));
    if (changed.accountId !== project.accountId) withdraw.run(id);
    return true;
  });

  const removeIn = db.transaction((id: string, at: number) => {
    for (const leave of leaving) leave.run(id);
    return remove.run(at, id).changes === 1;
  });

  return {
    async createProject(project) {
      insert.run(toRow(project));
    },
    findProject: async (id) => find(id),
    listProjects: async () => (all.all() as ProjectRow[]).map(toProject),
    changeProject: async (id, changes) => changeIn.immediate(id, changes),
    async deleteProject(id, at) {
      const isDeleted = removeIn.immediate(id, at);
      if (isDeleted) await sweepSpend();
      return isDeleted;
    },
  };
}
