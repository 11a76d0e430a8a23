import type { ListedAuditEntry } from '@cvq/contract';
import type { AuditActor, AuditEntry } from '@cvq/storage';

/**
 * An entry of the audit log, as an account sees it: who acted for the other account is not told, nor from where. Superadmins
 * see all of it.
 */
export function auditEntryJson(entry: AuditEntry, seenBy: string | undefined): ListedAuditEntry {
  const isOthers = seenBy !== undefined && entry.accountId !== seenBy;
  return {
    id: entry.id,
    at: new Date(entry.at).toISOString(),
    actor: isOthers ? OTHER_ACCOUNT : actorJson(entry.actor),
    surface: entry.surface,
    network: isOthers ? null : entry.network,
    request_id: isOthers ? null : entry.requestId,
    action: entry.action,
    account: entry.accountId,
    project: entry.projectId,
    subject: { id: entry.subject, name: entry.subjectName },
    outcome: entry.outcome,
    before: entry.before,
    after: entry.after,
  };
}

const OTHER_ACCOUNT = { kind: 'other_account', id: null, name: null } as const;

function actorJson(actor: AuditActor): ListedAuditEntry['actor'] {
  if (actor.kind === 'person') return { kind: actor.kind, id: actor.userId, name: actor.email };
  if (actor.kind === 'key') return { kind: actor.kind, id: actor.keyId, name: actor.name };
  return { kind: actor.kind, id: null, name: null };
}
