import type { Role } from '@cvq/contract';
import type { AccessLink, AccessLinkKind, AccessLinks, Redemption } from '../../control/access-links.ts';
import type { Connection } from '../open-database.ts';
import { peopleWriter } from './people-writer.ts';

const SELECT_LINKS = `
  SELECT id, kind, user_id AS userId, email, account_id AS accountId, project_id AS projectId, role,
    created_by AS createdBy, created_at AS createdAt, expires_at AS expiresAt
  FROM access_links`;

type LinkRow = Omit<AccessLink, 'invited'> & {
  readonly email: string | null;
  readonly accountId: string | null;
  readonly projectId: string | null;
  readonly role: Role | null;
};

/** Links of these kinds are for an installation without people. */
const BEFORE_PEOPLE: ReadonlySet<AccessLinkKind> = new Set(['set_up', 'demo']);

/** Links by which people are let in: to set up, to join, to choose a new password. */
export function controlAccessLinks(db: Connection): AccessLinks {
  const hasPeople = db.prepare('SELECT EXISTS (SELECT 1 FROM users)').pluck();
  const forget = db.prepare(`
    DELETE FROM access_links
    WHERE expires_at <= :createdAt OR (kind = :kind AND user_id IS :userId AND email IS :email
      AND account_id IS :accountId AND project_id IS :projectId)`);
  const insert = db.prepare(`
    INSERT INTO access_links
      (id, token_hash, kind, user_id, email, account_id, project_id, role, created_by, created_at, expires_at)
    VALUES (:id, :tokenHash, :kind, :userId, :email, :accountId, :projectId, :role, :createdBy, :createdAt, :expiresAt)`);
  const find = db.prepare(`${SELECT_LINKS} WHERE token_hash = ? AND expires_at > ?`);
  const invitations = db.prepare(
    `${SELECT_LINKS} WHERE kind = 'invitation' AND expires_at > ? ORDER BY created_at DESC, id`,
  );
  const remove = db.prepare('DELETE FROM access_links WHERE id = ?');
  const use = db.prepare('DELETE FROM access_links WHERE token_hash = ? AND expires_at > ?');
  const people = peopleWriter(db);

  const put = db.transaction((row: LinkRow & { tokenHash: string }) => {
    if (BEFORE_PEOPLE.has(row.kind) && hasPeople.get() === 1) return false;
    forget.run(row);
    insert.run(row);
    return true;
  });

  const redeem = db.transaction((tokenHash: string, now: number, { user, password, member }: Redemption) => {
    if (use.run(tokenHash, now).changes === 0) return 'gone';
    // Thrown, so that the link is there again.
    if (user !== undefined && !people.create(user)) throw new Taken();
    if (password !== undefined) people.change(password.userId, { passwordHash: password.passwordHash });
    return { role: member ? people.raiseMember(member.userId, member.place, member.role) : null };
  });

  return {
    putLink: async ({ invited, ...link }) => put.immediate({ ...link, ...columnsOf(invited) }),
    async findLink(tokenHash, now) {
      const row = find.get(tokenHash, now) as LinkRow | undefined;
      return row ? toLink(row) : null;
    },
    listInvitations: async (now) => (invitations.all(now) as LinkRow[]).map(toLink),
    removeLink: async (id) => remove.run(id).changes === 1,
    async redeemLink(tokenHash, now, redemption) {
      try {
        return redeem.immediate(tokenHash, now, redemption);
      } catch (error) {
        if (error instanceof Taken) return 'taken';
        throw error;
      }
    },
  };
}

class Taken extends Error {
  override readonly name = 'Taken';
}

function columnsOf(invited: AccessLink['invited']) {
  const { email = null, role = null, place } = invited ?? {};
  const accountId = place && 'accountId' in place ? place.accountId : null;
  const projectId = place && 'projectId' in place ? place.projectId : null;
  return { email, role, accountId, projectId };
}

function toLink({ email, accountId, projectId, role, ...row }: LinkRow): AccessLink {
  if (email === null || role === null) return { ...row, invited: null };
  const place = accountId === null ? { projectId: projectId as string } : { accountId };
  return { ...row, invited: { email, place, role } };
}
