import type { AuditActor } from '@cvq/storage';
import type { AccountDeps } from './actor.ts';

/** A change that the audit log is to tell of. Nothing in it may be secret: no token, no password, no credential. */
type AuditedChange<Result> = {
  /** The name of the operation of the dashboard API; commands that do the same use it too. */
  readonly action: string;
  /** The account whose log tells of it; null for what is of no account. */
  readonly account: string | null;
  readonly project?: string | null;
  /** The id of what is changed, and the name that people know it by; null where it is only made now. */
  readonly subject?: string | null;
  readonly name?: string | null;
  /** What it was. */
  readonly before?: unknown;
  /** Makes the change, once everything is checked. @throws Refused where it cannot be made after all */
  make(): Promise<Result>;
  /** What it is now, and what was made. */
  told?(result: Result): { readonly subject?: string; readonly name?: string; readonly after?: unknown };
};

/**
 * Makes a change that the audit log tells of. The entry is written first and completed afterwards, so that no change
 * is without one: where the process ends in between, the entry says that nobody knows. A change that is refused leaves
 * none.
 */
export async function audited<Result>(deps: AccountDeps, change: AuditedChange<Result>): Promise<Result> {
  const { control, now, from } = deps;
  const { action, account, project = null, subject = null, name = null, before = null } = change;
  const entry = {
    ...from,
    actor: await actorOf(deps),
    action,
    accountId: account,
    projectId: project,
    before,
  };
  const id = await control.beginAudit({ ...entry, subject, subjectName: name }, now());
  const result = await change.make().catch(async (error: unknown) => {
    await control.dropAudit(id);
    throw error;
  });
  const made = change.told?.(result) ?? {};
  await control.endAudit(id, {
    subject: made.subject ?? subject,
    subjectName: made.name ?? name,
    after: made.after ?? null,
  });
  return result;
}

async function actorOf({ control, actor }: AccountDeps): Promise<AuditActor> {
  if (actor.kind !== 'person') return { kind: actor.kind };
  const user = await control.findUser(actor.userId);
  return { ...actor, email: user?.email ?? '' };
}
