import type { AgencyClient, User } from '@cvq/storage';
import { randomBase62 } from '../keys/token.ts';
import { type AccountDeps, requireRoleIn } from './actor.ts';
import { audited } from './audited.ts';
import { findAccount, findAgency, findUser, unknownAccount } from './look-up.ts';
import { lastOwner, memberNamed, notAMember, requireMayGive } from './members.ts';
import { Refused } from './refused.ts';

/** Ids of an agency and of the account that it works for. */
export type AgencyPair = { readonly agency: string; readonly client: string };

/**
 * Invite a client to work with an agency, which has no access yet.
 * @throws Refused
 */
export async function inviteClient(deps: AccountDeps, pair: AgencyPair): Promise<AgencyClient> {
  await requireAdmin(deps, pair.agency, 'agency');
  await requirePair(deps, pair);
  return invite(deps, pair);
}

/**
 * Accept an invitation: the agency gets access to the projects of the client.
 * @throws Refused
 */
export async function acceptClient(deps: AccountDeps, pair: AgencyPair): Promise<AgencyClient> {
  await requireAdmin(deps, pair.client, 'client');
  await requirePair(deps, pair);
  return accept(deps, pair);
}

/**
 * Invite and accept in one step, by an actor who may do both.
 * @throws Refused
 */
export async function linkClient(deps: AccountDeps, pair: AgencyPair): Promise<AgencyClient> {
  await requireAdmin(deps, pair.agency, 'agency');
  await requireAdmin(deps, pair.client, 'client');
  await requirePair(deps, pair);
  await invite(deps, pair);
  return accept(deps, pair);
}

/**
 * End a relationship, or cancel an invitation: the agency loses access.
 * @throws Refused
 */
export async function endClient(deps: AccountDeps, pair: AgencyPair): Promise<AgencyClient> {
  // Either side may end it.
  const side = await requireAdmin(deps, pair.agency, 'agency').then(
    () => 'agency' as const,
    () => requireAdmin(deps, pair.client, 'client').then(() => 'client' as const),
  );
  await requirePair(deps, pair);
  const before = await deps.control.findClient(idsOf(pair));
  if (before === null || before.status === 'ended') throw notAClient(pair, 'client');
  return audited(deps, {
    action: 'end_client',
    ...(await aboutPair(deps, pair, { side, isKnown: before.status === 'active' })),
    before: { status: before.status },
    async make() {
      if (!(await deps.control.endClient(idsOf(pair), deps.now()))) throw notAClient(pair, 'client');
      return relationship(deps, pair);
    },
    told: ({ status }) => ({ after: { status } }),
  });
}

/**
 * The agencies and clients of an account, ended ones as well, oldest first. Its members may know them.
 * @throws Refused
 */
export async function relationshipsOf(deps: AccountDeps, account: string): Promise<AgencyClient[]> {
  const unknown = unknownAccount(account);
  await requireRoleIn(deps, { place: { accountId: account }, atLeast: 'viewer', unknown });
  const all = await deps.control.listClients();
  return all.filter(({ agencyId, clientId }) => agencyId === account || clientId === account);
}

type Told = {
  /** Who acts. */
  readonly side: keyof AgencyPair;
  /** Whether the client has accepted: before, an agency does not know its name. */
  readonly isKnown: boolean;
};

/** In the logs of both sides. */
async function aboutPair({ control }: AccountDeps, { agency, client }: AgencyPair, { side, isKnown }: Told) {
  const name = isKnown ? (await findAccount({ control }, client, 'client')).name : null;
  const isAgency = side === 'agency';
  const sides = { account: isAgency ? agency : client, otherAccount: isAgency ? client : agency };
  return { ...sides, subject: client, name };
}

/**
 * Restrict a member of an agency to some of its clients: `all` lifts the restriction, an empty list leaves them nothing.
 * @throws Refused
 */
export async function restrictMember(
  deps: AccountDeps,
  { agency, user: text }: { readonly agency: string; readonly user: string },
  clients: readonly string[] | 'all',
): Promise<User> {
  await requireAdmin(deps, agency, 'agency');
  await findAgency(deps, agency);
  if (clients !== 'all') await requireClients(deps, agency, clients);
  const member = await memberNamed(deps, text, { accountId: agency });
  const user = await findUser(deps, member.userId);
  await requireMayGive(deps, { place: { accountId: agency }, role: member.role });
  await audited(deps, {
    action: 'restrict_member',
    account: agency,
    subject: user.id,
    name: user.email,
    before: { clients: member.clients },
    async make() {
      const restricted = await deps.control.restrictMember(user.id, agency, clients);
      if (restricted === 'no_member') throw notAMember(user, agency);
      if (restricted === 'last_owner') throw lastOwner(user, agency);
    },
    told: () => ({ after: { clients } }),
  });
  return user;
}

async function invite(deps: AccountDeps, pair: AgencyPair): Promise<AgencyClient> {
  const { control, now } = deps;
  const invitation = { ...idsOf(pair), id: `rel_${randomBase62(12)}` };
  return audited(deps, {
    action: 'invite_client',
    ...(await aboutPair(deps, pair, { side: 'agency', isKnown: false })),
    async make() {
      if (!(await control.inviteClient(invitation, now()))) throw await notInvited(control, pair);
      return relationship({ control }, pair);
    },
    told: ({ status }) => ({ after: { status } }),
  });
}

async function notInvited(control: AccountDeps['control'], pair: AgencyPair): Promise<Refused> {
  const found = await relationship({ control }, pair);
  if (found.status === 'invited') {
    const problem = `${pair.client} is already invited.`;
    return new Refused('taken', { field: 'client', problem, fix: 'Accept the invitation.' });
  }
  const problem = `${pair.client} is already a client of ${pair.agency}.`;
  return new Refused('nothing_to_change', { field: 'client', problem, fix: 'There is nothing to do.' });
}

async function accept(deps: AccountDeps, pair: AgencyPair): Promise<AgencyClient> {
  const { control, now } = deps;
  return audited(deps, {
    action: 'accept_client',
    ...(await aboutPair(deps, pair, { side: 'client', isKnown: true })),
    before: { status: 'invited' },
    async make() {
      if (await control.acceptClient(idsOf(pair), now())) return relationship({ control }, pair);
      throw new Refused('conflict', {
        field: 'client',
        problem: `${pair.client} has no open invitation of ${pair.agency}.`,
        fix: 'Invite the client first.',
      });
    },
    told: ({ status }) => ({ after: { status } }),
  });
}

/** Asked after the rights, so that a stranger does not learn which accounts exist. */
async function requirePair(deps: AccountDeps, { agency, client }: AgencyPair): Promise<void> {
  await findAgency(deps, agency);
  await findAccount(deps, client, 'client');
  if (agency !== client) return;
  throw new Refused('bad_value', {
    field: 'client',
    problem: 'An agency cannot be its own client.',
    fix: 'Name another account.',
  });
}

/** Also those that are invited: a restriction may be there before the relationship is. */
async function requireClients(deps: AccountDeps, agency: string, ids: readonly string[]): Promise<void> {
  for (const [index, client] of ids.entries()) {
    await findAccount(deps, client, 'clients');
    const found = await deps.control.findClient(idsOf({ agency, client }));
    if (found === null || found.status === 'ended')
      throw notAClient({ agency, client }, 'clients', index + 1);
  }
}

function requireAdmin(deps: AccountDeps, accountId: string, field: string): Promise<void> {
  const unknown = unknownAccount(accountId, field);
  return requireRoleIn(deps, { place: { accountId }, atLeast: 'admin', unknown });
}

function notAClient({ agency, client }: AgencyPair, field: string, entry?: number): Refused {
  return new Refused('conflict', {
    field,
    ...(entry !== undefined && { entry }),
    problem: `${client} is not a client of ${agency}.`,
    fix: 'See the list of clients.',
  });
}

async function relationship(
  { control }: Pick<AccountDeps, 'control'>,
  pair: AgencyPair,
): Promise<AgencyClient> {
  return (await control.findClient(idsOf(pair))) as AgencyClient;
}

function idsOf({ agency, client }: AgencyPair) {
  return { agencyId: agency, clientId: client };
}
