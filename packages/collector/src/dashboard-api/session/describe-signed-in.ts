import type { Role, SignedInPerson } from '@cvq/contract';
import type { Account, Member } from '@cvq/storage';
import { ownRoleOf } from '../../accounts/own-role-of.ts';
import { isoOrNull } from '../../iso-or-null.ts';
import type { DashboardDeps } from '../operation.ts';
import { LONGEST_MS, steppedUpUntil } from './session-times.ts';
import { type SignedIn, subjectOf } from './signed-in.ts';

type Deps = Pick<DashboardDeps, 'control' | 'now'>;

/** Somebody who has signed in, as the dashboard shows it. */
export async function describeSignedIn(by: SignedIn, { control, now }: Deps): Promise<SignedInPerson> {
  const { id, createdAt } = by.session;
  const until = steppedUpUntil(by.session, now());
  const reach = await control.reach(subjectOf(by));
  const accounts = await control.listAccounts();
  const nameOf = new Map(accounts.map(({ id: account, name }) => [account, name]));
  const members = by.kind === 'demo' ? [] : await membershipsOf(by.user.id, control);
  const isOnlyMember = by.kind === 'person' && !by.user.isSuperadmin;
  return {
    ...(by.kind === 'demo' ? DEMO : describeUser(by.user)),
    projects: reach.map((project) => {
      const { id: projectId, name, domain, timezone, currency, accountId } = project;
      const role = project.role as Role;
      return {
        id: projectId,
        name,
        domain,
        timezone,
        currency,
        role,
        own_role: isOnlyMember ? ownRoleOf(project, members) : role,
        account: { id: accountId, name: nameOf.get(accountId) ?? accountId },
      };
    }),
    accounts: accountsOf(members, accounts),
    session: {
      id,
      created_at: new Date(createdAt).toISOString(),
      ends_at: new Date(createdAt + LONGEST_MS).toISOString(),
      stepped_up_until: isoOrNull(until),
    },
  };
}

const DEMO = {
  id: null,
  name: 'Owner of the demo',
  email: null,
  is_superadmin: false,
  is_demo: true,
} as const;

type PersonFields = Extract<SignedIn, { kind: 'person' }>['user'];

function describeUser({ id, name, email, isSuperadmin }: PersonFields) {
  return { id, name, email, is_superadmin: isSuperadmin, is_demo: false };
}

async function membershipsOf(userId: string, control: Deps['control']): Promise<Member[]> {
  return (await control.listMembers()).filter((member) => member.userId === userId);
}

function accountsOf(members: readonly Member[], accounts: readonly Account[]): SignedInPerson['accounts'] {
  return members.flatMap(({ place, role, clients }) => {
    const account = 'accountId' in place ? accounts.find(({ id }) => id === place.accountId) : undefined;
    if (account === undefined || clients !== 'all') return [];
    const { id, name, kind, plan } = account;
    return [{ id, name, kind, plan, role }];
  });
}
