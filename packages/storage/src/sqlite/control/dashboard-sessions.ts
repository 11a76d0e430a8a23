import type {
  DashboardSession,
  DashboardSessions,
  NewDashboardSession,
} from '../../control/dashboard-sessions.ts';
import type { Connection } from '../open-database.ts';

const SELECT_SESSIONS = `
  SELECT id, user_id AS userId, created_at AS createdAt, last_seen_at AS lastSeenAt, proven_at AS provenAt, network,
    browser, is_renewal_due AS isRenewalDue
  FROM dashboard_sessions`;

type SessionRow = Omit<DashboardSession, 'isRenewalDue'> & { readonly isRenewalDue: 0 | 1 };

/** Who is signed in to the dashboard, and where. */
export function controlDashboardSessions(db: Connection): DashboardSessions {
  const insert = db.prepare(`
    INSERT INTO dashboard_sessions (id, token_hash, user_id, created_at, last_seen_at, proven_at, network, browser)
    VALUES (:id, :tokenHash, :userId, :createdAt, :createdAt, :provenAt, :network, :browser)`);
  const find = db.prepare(`
    ${SELECT_SESSIONS} WHERE token_hash = :hash OR (earlier_hash = :hash AND earlier_until > :now)`);
  const ofUser = db.prepare(`${SELECT_SESSIONS} WHERE user_id IS ? ORDER BY created_at DESC, id`);
  const change = db.prepare(`
    UPDATE dashboard_sessions
    SET last_seen_at = coalesce(:lastSeenAt, last_seen_at), proven_at = coalesce(:provenAt, proven_at)
    WHERE id = :id`);
  const renew = db.prepare(`
    UPDATE dashboard_sessions
    SET earlier_hash = token_hash, earlier_until = :earlierUntil, token_hash = :tokenHash, is_renewal_due = 0
    WHERE id = :id AND is_renewal_due = 1`);
  const end = db.prepare('DELETE FROM dashboard_sessions WHERE id = ?');
  const endOfUser = db.prepare('DELETE FROM dashboard_sessions WHERE user_id IS ?');
  const endBefore = db.prepare(
    'DELETE FROM dashboard_sessions WHERE created_at < :created OR last_seen_at < :seen',
  );

  return {
    async createSession(session: NewDashboardSession) {
      insert.run(session);
    },
    async findSession(tokenHash, now) {
      const row = find.get({ hash: tokenHash, now }) as SessionRow | undefined;
      return row ? toSession(row) : null;
    },
    listSessions: async (userId) => (ofUser.all(userId) as SessionRow[]).map(toSession),
    async changeSession(id, { lastSeenAt = null, provenAt = null }: Nullable) {
      change.run({ id, lastSeenAt, provenAt });
    },
    renewSession: async (id, tokenHash, earlierUntil) =>
      renew.run({ id, tokenHash, earlierUntil }).changes === 1,
    endSession: async (id) => end.run(id).changes === 1,
    async endSessionsOf(userId) {
      endOfUser.run(userId);
    },
    async endSessionsBefore(times) {
      endBefore.run(times);
    },
  };
}

type Nullable = { lastSeenAt?: number | null; provenAt?: number | null };

function toSession({ isRenewalDue, ...row }: SessionRow): DashboardSession {
  return { ...row, isRenewalDue: isRenewalDue === 1 };
}
