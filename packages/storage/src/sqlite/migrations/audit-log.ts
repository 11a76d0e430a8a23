import type { Migration } from '../migrate.ts';

/** No reference to people, accounts or projects: the log outlives them. `before` and `after` are JSON. */
export const auditLog: Migration = {
  name: 'the audit log',
  sql: `
    CREATE TABLE audit_log (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL CHECK (actor IN ('operator', 'person', 'demo')),
      user_id TEXT,
      email TEXT,
      surface TEXT NOT NULL,
      network TEXT,
      request_id TEXT,
      action TEXT NOT NULL,
      account_id TEXT,
      project_id TEXT,
      subject TEXT,
      subject_name TEXT,
      before TEXT,
      after TEXT,
      is_done INTEGER NOT NULL DEFAULT 0 CHECK (is_done IN (0, 1))
    ) STRICT;
    CREATE INDEX audit_log_by_account ON audit_log(account_id, id);
    CREATE INDEX audit_log_by_time ON audit_log(at);
  `,
};
