import type { AuditLog, User } from '@cvq/storage';
import { type AuditedChange, audited } from '../../accounts/audited.ts';
import type { ActingDeps } from '../operation.ts';

type Deps = Pick<ActingDeps, 'now' | 'from'> & {
  readonly control: AuditLog & Pick<ActingDeps['control'], 'findUser'>;
};

/**
 * Makes a change that somebody makes of themselves or of where they are signed in, and that the audit log tells of.
 * `self`: also who is only now made a person; null for the owner of the demo.
 */
export function auditedSelf<Result>(
  self: Pick<User, 'id' | 'email'> | null,
  change: Omit<AuditedChange<Result>, 'account'> & { readonly account?: string },
  { control, now, from }: Deps,
): Promise<Result> {
  const about = { account: null, subject: self?.id ?? null, name: self?.email ?? null };
  const actor = self === null ? DEMO : ({ kind: 'person', userId: self.id, email: self.email } as const);
  return audited({ control, now, from, actor }, { ...about, ...change });
}

const DEMO = { kind: 'demo' } as const;
