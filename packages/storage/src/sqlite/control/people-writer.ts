import type { Role } from '@cvq/contract';
import { ROLES } from '@cvq/contract/roles';
import type { MemberChanged, MemberPlace, NewUser, UserChange } from '../../control/people.ts';
import type { Connection } from '../open-database.ts';
import { accessEndings } from './access-endings.ts';

/** Writes of people, each with what it ends; to be called in a transaction. */
type PeopleWriter = {
  /** False when another has the e-mail address. */
  create(user: NewUser): boolean;
  change(id: string, change: UserChange): boolean;
  putMember(userId: string, place: MemberPlace, role: Role): Exclude<MemberChanged, 'no_member'>;
  /** As `putMember` where that raises the role. Gives the role that came out. */
  raiseMember(userId: string, place: MemberPlace, role: Role): Role;
};

type Stored = Pick<NewUser, 'name' | 'passwordHash' | 'disabledAt'> & { readonly isSuperadmin: 0 | 1 };

/** Writes people and members; each call is to be made within a transaction. */
export function peopleWriter(db: Connection): PeopleWriter {
  const insert = db.prepare(`
    INSERT INTO users (id, email, name, password_hash, is_superadmin, disabled_at, created_at)
    VALUES (:id, :email, :name, :passwordHash, :isSuperadmin, :disabledAt, :createdAt)
    ON CONFLICT (email) DO NOTHING`);
  const find = db.prepare(`
    SELECT name, password_hash AS passwordHash, is_superadmin AS isSuperadmin, disabled_at AS disabledAt
    FROM users WHERE id = ?`);
  const update = db.prepare(`
    UPDATE users SET name = :name, password_hash = :passwordHash, is_superadmin = :isSuperadmin,
      disabled_at = :disabledAt
    WHERE id = :id`);
  const put = {
    account: db.prepare(`
      INSERT INTO account_members (user_id, account_id, role) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET role = excluded.role`),
    project: db.prepare(`
      INSERT INTO project_members (user_id, project_id, role) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET role = excluded.role`),
  };
  const roleIn = {
    account: db.prepare('SELECT role FROM account_members WHERE user_id = ? AND account_id = ?').pluck(),
    project: db.prepare('SELECT role FROM project_members WHERE user_id = ? AND project_id = ?').pluck(),
  };
  const access = accessEndings(db);
  const isLastOwner = lastOwner(db);

  function putMember(userId: string, place: MemberPlace, role: Role) {
    if (role !== 'owner' && isLastOwner(userId, place)) return 'last_owner';
    if ('accountId' in place) put.account.run(userId, place.accountId, role);
    else put.project.run(userId, place.projectId, role);
    access.newRoleIn(userId, place);
    return 'done';
  }

  return {
    create(user) {
      if (insert.run({ ...user, isSuperadmin: Number(user.isSuperadmin) }).changes === 0) return false;
      access.firstPerson();
      return true;
    },
    change(id, change) {
      const stored = find.get(id) as Stored | undefined;
      if (stored === undefined) return false;
      const isSuperadmin = Number(change.isSuperadmin ?? stored.isSuperadmin);
      update.run({ ...stored, ...change, id, isSuperadmin });
      if (change.passwordHash !== undefined) access.newPassword(id);
      if (change.disabledAt != null) access.disabled(id);
      if (isSuperadmin !== stored.isSuperadmin) access.newRole(id);
      return true;
    },
    putMember,
    raiseMember(userId, place, role) {
      const found = (
        'accountId' in place
          ? roleIn.account.get(userId, place.accountId)
          : roleIn.project.get(userId, place.projectId)
      ) as Role | undefined;
      if (found !== undefined && ROLES.indexOf(found) >= ROLES.indexOf(role)) return found;
      putMember(userId, place, role);
      return role;
    },
  };
}

/** Whether somebody is the only owner of an account who can act: one who is disabled or restricted to clients cannot. */
export function lastOwner(db: Connection): (userId: string, place: MemberPlace) => boolean {
  const find = db
    .prepare(`
      SELECT EXISTS (
        SELECT 1 FROM account_members WHERE user_id = :userId AND account_id = :accountId AND role = 'owner'
      ) AND NOT EXISTS (
        SELECT 1 FROM account_members AS others JOIN users ON users.id = others.user_id
        WHERE others.account_id = :accountId AND others.user_id <> :userId AND others.role = 'owner'
          AND others.is_restricted = 0 AND users.disabled_at IS NULL
      )`)
    .pluck();
  return (userId, place) => 'accountId' in place && find.get({ userId, ...place }) === 1;
}
