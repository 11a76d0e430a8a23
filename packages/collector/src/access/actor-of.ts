import type { AuditedActor } from '../accounts/audited.ts';
import type { Caller } from './caller.ts';

/** Who asks, for the audit log. */
export function actorOf({ principal, name }: Pick<Caller, 'principal' | 'name'>): AuditedActor {
  if (principal.kind === 'key') return { kind: 'key', keyId: principal.keyId, name };
  return principal.kind === 'demo' ? principal : { kind: 'person', userId: principal.userId };
}
