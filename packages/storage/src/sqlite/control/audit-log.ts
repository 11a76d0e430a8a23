import type { AuditActor, AuditEntry, AuditLog, AuditTexts } from '../../control/audit-log.ts';
import type { Connection } from '../open-database.ts';

type Row = Omit<AuditEntry, 'actor' | 'before' | 'after' | 'outcome'> & {
  actor: AuditActor['kind'];
  userId: string | null;
  email: string | null;
  keyId: string | null;
  keyName: string | null;
  before: string | null;
  after: string | null;
  isDone: 0 | 1;
};

/** So many entries are looked through at a time. */
const TEXTS_AT_ONCE = 500;

/** The audit log: an entry is there before the change that it tells of, and is completed after it. */
export function controlAuditLog(db: Connection): AuditLog {
  const begin = db.prepare(`
    INSERT INTO audit_log
      (at, actor, user_id, email, key_id, key_name, surface, network, request_id, action, account_id,
       other_account_id, project_id, subject, subject_name, before)
    VALUES
      (:at, :actor, :userId, :email, :keyId, :keyName, :surface, :network, :requestId, :action, :accountId,
       :otherAccountId, :projectId, :subject, :subjectName, :before)`);
  const end = db.prepare(`
    UPDATE audit_log SET is_done = 1, subject = :subject, subject_name = :subjectName, after = :after WHERE id = :id`);
  const drop = db.prepare('DELETE FROM audit_log WHERE id = ?');
  const list = db.prepare(`
    SELECT id, at, actor, user_id AS userId, email, key_id AS keyId, key_name AS keyName, surface, network,
      request_id AS requestId, action, account_id AS accountId, other_account_id AS otherAccountId,
      project_id AS projectId, subject, subject_name AS subjectName, before, after, is_done AS isDone
    FROM audit_log
    WHERE (:account IS NULL OR account_id = :account OR other_account_id = :account)
      AND (:project IS NULL OR project_id = :project)
      AND (:action IS NULL OR action = :action)
      AND (:userId IS NULL OR user_id = :userId)
      AND (:before IS NULL OR id < :before)
    ORDER BY id DESC LIMIT :limit`);
  const listTexts = db.prepare(`
    SELECT id, action, subject_name AS subjectName, before, after FROM audit_log
    WHERE project_id = ? AND id > ? ORDER BY id LIMIT ${TEXTS_AT_ONCE}`);
  const changeTexts = db.prepare(
    'UPDATE audit_log SET subject_name = :subjectName, before = :before, after = :after WHERE id = :id',
  );
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
    async listAudit({ account = null, project = null, action = null, userId = null, before = null, limit }) {
      const rows = list.all({ account, project, action, userId, before, limit }) as Row[];
      return rows.map(toEntry);
    },
    listAuditTexts: async (project, after) =>
      (listTexts.all(project, after) as Row[]).map(
        (row): AuditTexts => ({ ...row, before: parsed(row.before), after: parsed(row.after) }),
      ),
    async changeAuditTexts({ id, subjectName, before, after }) {
      changeTexts.run({ id, subjectName, before: jsonOf(before), after: jsonOf(after) });
    },
    async forgetAuditBefore(at) {
      forget.run(at);
    },
  };
}

function actorColumns(actor: AuditActor) {
  const { userId, email } = actor.kind === 'person' ? actor : { userId: null, email: null };
  const { keyId, name: keyName } = actor.kind === 'key' ? actor : { keyId: null, name: null };
  return { actor: actor.kind, userId, email, keyId, keyName };
}

function toEntry({ actor, userId, email, keyId, keyName, before, after, isDone, ...row }: Row): AuditEntry {
  return {
    ...row,
    actor: actorOf({ actor, userId, email, keyId, keyName }),
    outcome: isDone === 1 ? 'done' : 'unknown',
    before: parsed(before),
    after: parsed(after),
  };
}

function actorOf(row: Pick<Row, 'actor' | 'userId' | 'email' | 'keyId' | 'keyName'>): AuditActor {
  const { actor: kind } = row;
  if (kind === 'person') return { kind, userId: row.userId ?? '', email: row.email ?? '' };
  if (kind === 'key') return { kind, keyId: row.keyId ?? '', name: row.keyName ?? '' };
  return { kind };
}

const jsonOf = (value: unknown) => (value == null ? null : JSON.stringify(value));
const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
