import type { Migration } from '../migrate.ts';

/**
 * `other_account_id` is the second account that a change is about, such as the client of an agency. The table is made anew,
 * since SQLite changes no CHECK of a column.
 * @see https://www.sqlite.org/lang_altertable.html#otheralter
 */
export const auditLogOfKeysAndPairs: Migration = {
  name: 'the audit log tells of keys and of both sides',
  sql: `
    CREATE TABLE audit_log_anew (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL CHECK (actor IN ('operator', 'person', 'demo', 'key')),
      user_id TEXT,
      email TEXT,
      key_id TEXT,
      key_name TEXT,
      surface TEXT NOT NULL,
      network TEXT,
      request_id TEXT,
      action TEXT NOT NULL,
      account_id TEXT,
      other_account_id TEXT,
      project_id TEXT,
      subject TEXT,
      subject_name TEXT,
      before TEXT,
      after TEXT,
      is_done INTEGER NOT NULL DEFAULT 0 CHECK (is_done IN (0, 1))
    ) STRICT;
    INSERT INTO audit_log_anew
      (id, at, actor, user_id, email, surface, network, request_id, action, account_id, project_id, subject,
       subject_name, before, after, is_done)
    SELECT id, at, actor, user_id, email, surface, network, request_id, action, account_id, project_id, subject,
      subject_name, before, after, is_done
    FROM audit_log ORDER BY id;
    DROP TABLE audit_log;
    ALTER TABLE audit_log_anew RENAME TO audit_log;
    CREATE INDEX audit_log_by_account ON audit_log(account_id, id);
    CREATE INDEX audit_log_by_other_account ON audit_log(other_account_id, id) WHERE other_account_id IS NOT NULL;
    CREATE INDEX audit_log_by_time ON audit_log(at);
  `,
};
