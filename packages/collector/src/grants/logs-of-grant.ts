import type { ControlStore, GrantRecord, Subject } from '@cvq/storage';

/** On whose behalf an application asks: its person, narrowed to what that person allowed it. */
export function principalOf({
  userId,
  projects,
  asSuperadmin,
}: GrantRecord): Extract<Subject, { kind: 'person' }> {
  return { kind: 'person', userId, projects, asSuperadmin };
}

/** An audit log that tells of a grant: of an account, or null for that of no account, and which of the projects it names. */
export type LogOfGrant = { readonly account: string | null; readonly projects: GrantRecord['projects'] };

/**
 * In whose audit logs a grant stands: those of all accounts of which its person reaches a project by it as a member. What a person
 * allows as a superadmin, or for nothing yet, stands in that of no account.
 */
export async function logsOfGrant(control: ControlStore, grant: GrantRecord): Promise<LogOfGrant[]> {
  const { projects, asSuperadmin } = grant;
  const reached = await control.reach({ ...principalOf(grant), asSuperadmin: false });
  const logs = [...Map.groupBy(reached, ({ accountId }) => accountId)].map(([account, own]) => {
    return { account, projects: projects === 'all' ? projects : own.map(({ id }) => id) };
  });
  return asSuperadmin || logs.length === 0 ? [{ account: null, projects }, ...logs] : logs;
}
