import type { Account, AccountChange, Accounts, NewAccount } from '../../control/accounts.ts';
import type { Connection } from '../open-database.ts';

const SELECT = 'SELECT id, kind, name, plan, suspended_at AS suspendedAt FROM accounts';

/** The accounts of the installation. */
export function controlAccounts(db: Connection): Accounts {
  const insert = db.prepare(
    'INSERT INTO accounts (id, kind, name, plan, created_at) VALUES (:id, :kind, :name, :plan, :createdAt)',
  );
  const insertFirst = db.prepare(`
    INSERT INTO accounts (id, kind, name, plan, created_at)
    SELECT :id, :kind, :name, :plan, :createdAt WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE id IS NOT :beside)`);
  const byId = db.prepare(`${SELECT} WHERE id = ?`);
  const all = db.prepare(`${SELECT} ORDER BY created_at, id`);
  const change = db.prepare(
    'UPDATE accounts SET name = :name, plan = :plan, suspended_at = :suspendedAt WHERE id = :id',
  );
  const changeIn = db.transaction((id: string, changes: AccountChange) => {
    const account = byId.get(id) as Account | undefined;
    if (account === undefined) return false;
    change.run({ ...account, ...changes });
    return true;
  });
  return {
    async createAccount(account: NewAccount, createdAt: number) {
      insert.run({ ...account, createdAt });
    },
    createFirstAccount: async (account, createdAt, beside = null) =>
      insertFirst.run({ ...account, createdAt, beside }).changes === 1,
    findAccount: async (id) => (byId.get(id) as Account | undefined) ?? null,
    listAccounts: async () => all.all() as Account[],
    changeAccount: async (id, changes) => changeIn.immediate(id, changes),
  };
}
