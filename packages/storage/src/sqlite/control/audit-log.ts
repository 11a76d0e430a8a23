import type { AuditActor, AuditEntry, AuditLog, NewAuditEntry } from '../../control/audit-log.ts';
import type { Connection } from '../open-database.ts';

type Row = Omit<AuditEntry, 'actor' | 'before' | 'after' | 'outcome'> & {
  actor: AuditActor['kind'];
  userId: string | null;
  email: string | null;
  before: string | null;
  after: string | null;
  isDone: 0 | 1;
};

/** The audit log: an entry is there before the change that it tells of, and is completed after it. */
export function controlAuditLog(db: Connection): AuditLog {
  const begin = db.prepare(`
    INSERT INTO audit_log
      (at, actor, user_id, email, surface, network, request_id, action, account_id, project_id, subject, subject_name,
       before)
    VALUES
      (:at, :actor, :userId, :email, :surface, :network, :requestId, :action, :accountId, :projectId, :subject,
       :subjectName, :before)`);
  const end = db.prepare(`
    UPDATE audit_log SET is_done = 1, subject = :subject, subject_name = :subjectName, after = :after WHERE id = :id`);
  const drop = db.prepare('DELETE FROM audit_log WHERE id = ?');
  const list = db.prepare(`
    SELECT id, at, actor, user_id AS userId, email, surface, network, request_id AS requestId, action,
      account_id AS accountId, project_id AS projectId, subject, subject_name AS subjectName, before, after,
      is_done AS isDone
    FROM audit_log
    WHERE (:accounts IS NULL OR account_id IN (SELECT value FROM json_each(:accounts)))
      AND (:project IS NULL OR project_id = :project)
      AND (:action IS NULL OR action = :action)
      AND (:userId IS NULL OR user_id = :userId)
      AND (:before IS NULL OR id < :before)
    ORDER BY id DESC LIMIT :limit`);
  const forget = db.prepare('DELETE FROM audit_log WHERE at < ?');

  return {
    async beginAudit({ actor, before, ...entry }, at) {
      const { lastInsertRowid } = begin.run({ ...entry, ...actorColumns(actor), before: jsonOf(before), at });
      return Number(lastInsertRowid);
    },
    async endAudit(id, { after, ...made }) {
      end.run({ id, ...made, after: jsonOf(after) });
    },
    async dropAudit(id) {
      drop.run(id);
    },
    async listAudit({ accounts, project = null, action = null, userId = null, before = null, limit }) {
      const among = accounts === undefined ? null : JSON.stringify(accounts);
      const rows = list.all({ accounts: among, project, action, userId, before, limit }) as Row[];
      return rows.map(toEntry);
    },
    async forgetAuditBefore(at) {
      forget.run(at);
    },
  };
}

function actorColumns(actor: NewAuditEntry['actor']) {
  const { userId, email } = actor.kind === 'person' ? actor : { userId: null, email: null };
  return { actor: actor.kind, userId, email };
}

function toEntry({ actor, userId, email, before, after, isDone, ...row }: Row): AuditEntry {
  return {
    ...row,
    actor: actor === 'person' ? { kind: actor, userId: userId ?? '', email: email ?? '' } : { kind: actor },
    outcome: isDone === 1 ? 'done' : 'unknown',
    before: parsed(before),
    after: parsed(after),
  };
}

const jsonOf = (value: unknown) => (value == null ? null : JSON.stringify(value));
const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
