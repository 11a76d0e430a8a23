import type { AuditEntry, AuditQuestion } from '@cvq/storage';
import { type AccountDeps, requireOperator, requireRoleIn } from './actor.ts';
import { unknownAccount } from './look-up.ts';

/**
 * What the audit log tells of an account, newest first, to its admins; of everything, to superadmins. Of what the other side
 * of an agency did, an account learns that it was done, and not by whom or from where.
 * @throws Refused
 */
export async function readAuditLog(deps: AccountDeps, question: AuditQuestion): Promise<AuditEntry[]> {
  const { account } = question;
  if (account === undefined) await requireOperator(deps);
  else {
    const unknown = unknownAccount(account);
    await requireRoleIn(deps, { place: { accountId: account }, atLeast: 'admin', unknown });
  }
  return deps.control.listAudit(question);
}
