import type { Role } from '@cvq/contract';
import type { Member, MemberChanged, MemberPlace, NewUser, People, User } from '../../control/people.ts';
import type { Connection } from '../open-database.ts';
import { type AccessEndings, accessEndings } from './access-endings.ts';
import { lastOwner, peopleWriter } from './people-writer.ts';

const SELECT_USERS = `
  SELECT
    id, email, name, is_superadmin AS isSuperadmin, disabled_at AS disabledAt, created_at AS createdAt,
    password_hash AS passwordHash
  FROM users`;

type UserRow = Omit<NewUser, 'isSuperadmin'> & { readonly isSuperadmin: 0 | 1 };

/** People, and where they are members. */
export function controlPeople(db: Connection): People {
  const find = db.prepare(`${SELECT_USERS} WHERE id = :text OR email = :text`);
  const all = db.prepare(`${SELECT_USERS} ORDER BY created_at, id`);
  const remove = db.prepare('DELETE FROM users WHERE id = ?');

  const hashOf = db.prepare('SELECT password_hash FROM users WHERE id = ?').pluck();
  const hasAny = db.prepare('SELECT EXISTS (SELECT 1 FROM users)').pluck();
  const writer = peopleWriter(db);
  const create = db.transaction(writer.create);
  const change = db.transaction(writer.change);

  const owned = db
    .prepare("SELECT account_id FROM account_members WHERE user_id = ? AND role = 'owner'")
    .pluck();
  const isLastOwner = lastOwner(db);
  const deletion = db.transaction((id: string) => {
    const accounts = owned.all(id) as string[];
    const lastOwnerOf = accounts.find((accountId) => isLastOwner(id, { accountId }));
    if (lastOwnerOf !== undefined) return { lastOwnerOf };
    return remove.run(id).changes === 1 ? 'done' : 'no_user';
  });

  return {
    createUser: async (user) => create.immediate(user),
    hasPeople: async () => hasAny.get() === 1,
    async findUser(idOrEmail) {
      const row = find.get({ text: idOrEmail }) as UserRow | undefined;
      return row ? toUser(row) : null;
    },
    listUsers: async () => (all.all() as UserRow[]).map(toUser),
    findPasswordHash: async (id) => (hashOf.get(id) as string | null | undefined) ?? null,
    changeUser: async (id, changes) => change.immediate(id, changes),
    deleteUser: async (id) => deletion.immediate(id),
    ...members(db),
  };
}

function toUser({ passwordHash: _, isSuperadmin, ...row }: UserRow): User {
  return { ...row, isSuperadmin: isSuperadmin === 1 };
}

const MEMBERS_OF_ACCOUNTS = `
  SELECT user_id AS userId, email, account_id AS accountId, NULL AS projectId, role, is_restricted AS isRestricted,
    (SELECT json_group_array(client_id) FROM account_member_clients AS clients
      WHERE clients.user_id = members.user_id AND clients.account_id = members.account_id) AS clients
  FROM account_members AS members JOIN users ON users.id = user_id`;

const MEMBERS_OF_PROJECTS = `
  SELECT user_id AS userId, email, NULL AS accountId, project_id AS projectId, role, 0 AS isRestricted, '[]' AS clients
  FROM project_members JOIN users ON users.id = user_id`;

type MemberRow = {
  readonly userId: string;
  readonly email: string;
  readonly accountId: string | null;
  readonly projectId: string | null;
  readonly role: Role;
  readonly isRestricted: 0 | 1;
  readonly clients: string;
};

type Members = Pick<People, 'putMember' | 'removeMember' | 'findMember' | 'listMembers' | 'restrictMember'>;

function members(db: Connection): Members {
  const access = accessEndings(db);
  const put = db.transaction(peopleWriter(db).putMember);
  const remove = {
    account: db.prepare('DELETE FROM account_members WHERE user_id = ? AND account_id = ?'),
    project: db.prepare('DELETE FROM project_members WHERE user_id = ? AND project_id = ?'),
  };
  const find = {
    account: db.prepare(`${MEMBERS_OF_ACCOUNTS} WHERE user_id = ? AND account_id = ?`),
    project: db.prepare(`${MEMBERS_OF_PROJECTS} WHERE user_id = ? AND project_id = ?`),
  };
  const all = db.prepare(
    `${MEMBERS_OF_ACCOUNTS} UNION ALL ${MEMBERS_OF_PROJECTS} ORDER BY email, accountId, projectId`,
  );
  const isLastOwner = lastOwner(db);
  const restrict = memberRestriction(db, access);
  const removeIn = db.transaction((userId: string, place: MemberPlace): MemberChanged => {
    if (isLastOwner(userId, place)) return 'last_owner';
    const { kind, id } = whereIs(place);
    access.newRoleIn(userId, place);
    return remove[kind].run(userId, id).changes === 1 ? 'done' : 'no_member';
  });

  return {
    putMember: async (userId, place, role) => put.immediate(userId, place, role),
    removeMember: async (userId, place) => removeIn.immediate(userId, place),
    async findMember(userId, place) {
      const { kind, id } = whereIs(place);
      const row = find[kind].get(userId, id) as MemberRow | undefined;
      return row ? toMember(row) : null;
    },
    listMembers: async () => (all.all() as MemberRow[]).map(toMember),
    restrictMember: async (userId, agencyId, clients) => restrict(userId, agencyId, clients),
  };
}

/** Restricts a member of an agency to some of its clients. */
function memberRestriction(db: Connection, access: AccessEndings) {
  const restrict = db.prepare(
    'UPDATE account_members SET is_restricted = ? WHERE user_id = ? AND account_id = ?',
  );
  const forgetClients = db.prepare('DELETE FROM account_member_clients WHERE user_id = ? AND account_id = ?');
  const allowClient = db.prepare(
    'INSERT INTO account_member_clients (user_id, account_id, client_id) VALUES (?, ?, ?)',
  );

  const isLastOwner = lastOwner(db);

  return db.transaction((user: string, agency: string, clients: Member['clients']): MemberChanged => {
    if (clients !== 'all' && isLastOwner(user, { accountId: agency })) return 'last_owner';
    if (restrict.run(clients === 'all' ? 0 : 1, user, agency).changes === 0) return 'no_member';
    forgetClients.run(user, agency);
    access.newRoleIn(user, { accountId: agency });
    for (const client of clients === 'all' ? [] : clients) allowClient.run(user, agency, client);
    return 'done';
  }).immediate;
}

function whereIs(place: MemberPlace): { kind: 'account' | 'project'; id: string } {
  return 'accountId' in place
    ? { kind: 'account', id: place.accountId }
    : { kind: 'project', id: place.projectId };
}

function toMember({ userId, email, accountId, projectId, role, isRestricted, clients }: MemberRow): Member {
  return {
    userId,
    email,
    place: projectId === null ? { accountId: accountId as string } : { projectId },
    role,
    clients: isRestricted === 1 ? (JSON.parse(clients) as string[]) : 'all',
  };
}
