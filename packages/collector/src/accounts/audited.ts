import type { AuditActor, AuditLog } from '@cvq/storage';
import type { AccountDeps } from './actor.ts';

/** A change that the audit log is to tell of. Nothing in it may be secret: no token, no password, no credential. */
export type AuditedChange<Result> = {
  /** The name of the operation of the dashboard API; commands that do the same use it too. */
  readonly action: string;
  /** The account whose log tells of it; null for what is of no account. */
  readonly account: string | null;
  /** The second account that it is about, in whose log it stands too. */
  readonly otherAccount?: string | null;
  readonly project?: string | null;
  /** The id of what is changed, and the name that people know it by; null where it is only made now. */
  readonly subject?: string | null;
  readonly name?: string | null;
  /** What it was. */
  readonly before?: unknown;
  /** Makes the change, once everything is checked. @throws Refused where it cannot be made after all */
  make(): Promise<Result>;
  /** False where all was left as it was: the log does not tell of it then. */
  isMade?(result: Result): boolean;
  /** What it is now, and what was made. */
  told?(result: Result): { readonly subject?: string; readonly name?: string; readonly after?: unknown };
};

/**
 * Who makes a change: as the rules know them, or as the log names them, which is for keys, and for who is only now made a
 * person.
 */
export type AuditedActor = AccountDeps['actor'] | AuditActor;

type AuditDeps = Pick<AccountDeps, 'now' | 'from'> & {
  readonly control: AuditLog & Pick<AccountDeps['control'], 'findUser'>;
  readonly actor: AuditedActor;
};

/**
 * Makes a change that the audit log tells of. The entry is written first and completed afterwards, so that no change
 * is without one: where the process ends in between, the entry says that nobody knows. A change that is refused, or changes
 * nothing, leaves none.
 */
export async function audited<Result>(deps: AuditDeps, change: AuditedChange<Result>): Promise<Result> {
  const { control, now, from } = deps;
  const { action, account, otherAccount = null, project = null, subject = null } = change;
  const { name = null, before = null } = change;
  const entry = {
    ...from,
    actor: await actorOf(deps),
    action,
    accountId: account,
    otherAccountId: otherAccount,
    projectId: project,
    before,
  };
  const id = await control.beginAudit({ ...entry, subject, subjectName: name }, now());
  const result = await madeOrDropped();
  if (change.isMade?.(result) === false) {
    await control.dropAudit(id);
    return result;
  }
  const made = change.told?.(result) ?? {};
  await control.endAudit(id, {
    subject: made.subject ?? subject,
    subjectName: made.name ?? name,
    after: made.after ?? null,
  });
  return result;

  async function madeOrDropped(): Promise<Result> {
    try {
      return await change.make();
    } catch (error) {
      await control.dropAudit(id);
      throw error;
    }
  }
}

async function actorOf({ control, actor }: AuditDeps): Promise<AuditActor> {
  if (actor.kind === 'key') return actor;
  if (actor.kind !== 'person') return { kind: actor.kind };
  const { userId } = actor;
  return {
    kind: 'person',
    userId,
    email: ('email' in actor ? actor.email : null) ?? (await control.findUser(userId))?.email ?? '',
  };
}
