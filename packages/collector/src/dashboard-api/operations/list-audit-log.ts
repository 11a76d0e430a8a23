import { AUDIT_LOG_DAYS, AuditLogQuery, AuditLogResponse } from '@cvq/contract';
import { readAuditLog } from '../../accounts/audit-log.ts';
import { auditEntryJson } from '../audit-entry-json.ts';
import { auditTable } from '../audit-table.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const listAuditLog = defineDashboardOperation({
  name: 'list_audit_log',
  tag: 'Audit log',
  method: 'GET',
  path: '/audit-log',
  summary: 'Who changed what',
  description:
    'Every change of an account that people, operators and keys made, newest first, to its admins; to superadmins also of all accounts. As CSV too.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  query: AuditLogQuery,
  response: AuditLogResponse,
  errors: ['not_found'],
  csv: ({ data }) => auditTable(data),
  async run({ by, args: { limit = 50, user, ...asked } }, deps) {
    const question = { ...asked, userId: user, limit: limit + 1 };
    const seenBy = by.user.isSuperadmin ? undefined : asked.account;
    const entries = await readAuditLog(asPerson(by, deps), question);
    const data = entries.slice(0, limit).map((entry) => auditEntryJson(entry, seenBy));
    const next = entries.length > limit ? (data.at(-1)?.id ?? null) : null;
    return { data, meta: { next_before: next, days: AUDIT_LOG_DAYS } };
  },
});
