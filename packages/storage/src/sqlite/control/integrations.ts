import type { Integration, IntegrationChange, IntegrationStore } from '../../integration.ts';
import type { Connection } from '../open-database.ts';

type Row = Omit<Integration, 'actions' | 'problem'> & {
  readonly actions: string;
  readonly problem: string | null;
};

const SELECT = `
  SELECT id, project_id AS project, platform, state, account, login_account AS loginAccount,
    spend_account AS spendAccount, actions, send, credentials, credentials_version AS credentialsVersion, sends_from AS sendsFrom, problem, created_at AS createdAt
  FROM integrations`;
const CHANGE = `
  UPDATE integrations
  SET state = :state, account = :account, login_account = :loginAccount,
    spend_account = :spendAccount, actions = :actions, send = :send, credentials = :credentials,
    credentials_version = :credentialsVersion, sends_from = :sendsFrom, problem = :problem
  WHERE id = :id`;

/** Connections of projects to ad platforms. One that is removed takes its spend along, whose rows `sweepSpend` deletes. */
export function controlIntegrations(db: Connection, sweepSpend: () => Promise<void>): IntegrationStore {
  const insert = db.prepare(`
    INSERT INTO integrations (id, project_id, platform, state, account, login_account, spend_account, actions, send,
      credentials, credentials_version, sends_from, problem, created_at)
    VALUES (:id, :project, :platform, :state, :account, :loginAccount, :spendAccount, :actions, :send,
      :credentials, :credentialsVersion, :sendsFrom, :problem, :createdAt)
    ON CONFLICT (project_id, platform) DO NOTHING`);
  const byId = db.prepare(`${SELECT} WHERE id = ?`);
  const listed = db.prepare(
    `${SELECT} WHERE :project IS NULL OR project_id = :project ORDER BY created_at, id`,
  );
  const any = db.prepare('SELECT EXISTS (SELECT 1 FROM integrations)').pluck();
  const change = db.prepare(CHANGE);
  const remove = db.prepare('DELETE FROM integrations WHERE id = ?');

  function find(id: string): Integration | null {
    const row = byId.get(id) as Row | undefined;
    return row ? toIntegration(row) : null;
  }

  const changeIn = db.transaction((id: string, given: IntegrationChange, ifVersion?: number) => {
    const found = find(id);
    if (found === null || (ifVersion !== undefined && found.credentialsVersion !== ifVersion)) return false;
    const credentialsVersion = found.credentialsVersion + (given.credentials === undefined ? 0 : 1);
    change.run(toRow({ ...found, ...given, credentialsVersion }));
    return true;
  });

  return {
    createIntegration: async (integration) => insert.run(toRow(integration)).changes === 1,
    findIntegration: async (id) => find(id),
    listIntegrations: async (of) =>
      (listed.all({ project: of?.project ?? null }) as Row[]).map(toIntegration),
    hasIntegrations: async () => any.get() === 1,
    changeIntegration: async (...given) => changeIn.immediate(...given),
    async removeIntegration(id) {
      const isRemoved = remove.run(id).changes === 1;
      if (isRemoved) await sweepSpend();
      return isRemoved;
    },
  };
}

function toIntegration(row: Row): Integration {
  return {
    ...row,
    actions: JSON.parse(row.actions) as Integration['actions'],
    problem: row.problem === null ? null : (JSON.parse(row.problem) as Integration['problem']),
  };
}

function toRow(integration: Integration): Row {
  const { actions, problem } = integration;
  return {
    ...integration,
    actions: JSON.stringify(actions),
    problem: problem === null ? null : JSON.stringify(problem),
  };
}
