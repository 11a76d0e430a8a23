import type { ControlStore, GrantRecord, Subject } from '@cvq/storage';

/** On whose behalf an application asks: its person, narrowed to what that person allowed it. */
export function principalOf({
  userId,
  projects,
  asSuperadmin,
}: GrantRecord): Extract<Subject, { kind: 'person' }> {
  return { kind: 'person', userId, projects, asSuperadmin };
}

/** In whose audit log a grant stands: the account of its projects; null where they are of several. */
export async function accountOfGrant(control: ControlStore, grant: GrantRecord): Promise<string | null> {
  const reached = await control.reach(principalOf(grant));
  const [account = null, ...others] = new Set(reached.map(({ accountId }) => accountId));
  return others.length === 0 ? account : null;
}
