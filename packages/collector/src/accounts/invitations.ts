import type { Role } from '@cvq/contract';
import type { AccessLink, ControlStore, MemberPlace } from '@cvq/storage';
import { createLink, type LinkDeps, placeFields, type ShownLink } from './access-links.ts';
import { type AccountDeps, personOf, requireOperator } from './actor.ts';
import { audited } from './audited.ts';
import { parseEmail } from './fields.ts';
import { isAllowed } from './is-allowed.ts';
import { findUser, unknown } from './look-up.ts';
import { logOf, placeFor, requireMayGive } from './members.ts';
import { Refused } from './refused.ts';

/** What links are made with, and who makes them. */
export type LinkActor = AccountDeps & Pick<LinkDeps, 'random' | 'origin'>;

type Invited = NonNullable<AccessLink['invited']>;
type OpenInvitation = AccessLink & { readonly invited: Invited };

type InvitationArgs = {
  readonly email: string;
  readonly role: Role;
  readonly account?: string | undefined;
  readonly project?: string | undefined;
};

/**
 * Invite somebody to be a member of an account or a project, by a link in place of an earlier one.
 * @throws Refused
 */
export async function inviteMember(
  deps: LinkActor,
  { role, ...given }: InvitationArgs,
): Promise<{ link: ShownLink; invited: Invited }> {
  const place = await placeFor(deps, given, role);
  const email = parseEmail(given.email);
  const user = await deps.control.findUser(email);
  const member = user && (await deps.control.findMember(user.id, place));
  if (member)
    throw new Refused('taken', {
      field: 'email',
      problem: `${email} is already a member, as ${member.role}.`,
      fix: 'Change the role instead.',
    });
  const invited = { email, place, role };
  const link = await audited(deps, {
    action: 'invite',
    ...(await logOf(deps.control, place)),
    name: email,
    make: () => makeLink(deps, 'invitation', { invited, createdBy: personOf(deps) }),
    told: ({ id }) => ({ subject: id, after: toldOf(invited) }),
  });
  return { link, invited };
}

/** The invitations that somebody may make and withdraw, the newest first. */
export async function invitationsFor(deps: AccountDeps): Promise<OpenInvitation[]> {
  const open = await openInvitations(deps);
  const mayGive = await Promise.all(
    open.map(({ invited: { place, role } }) => isAllowed(requireMayGive(deps, { place, role }))),
  );
  return open.filter((_, index) => mayGive[index]);
}

async function openInvitations({ control, now }: AccountDeps): Promise<OpenInvitation[]> {
  return (await control.listInvitations(now())).filter(isOpen);
}

function isOpen(link: AccessLink): link is OpenInvitation {
  return link.invited !== null;
}

/**
 * Take back an invitation, by an actor who may make it.
 * @throws Refused
 */
export async function withdrawInvitation(deps: AccountDeps, id: string): Promise<void> {
  const notOpen = unknown('invitation', `Unknown invitation: ${id}.`);
  const { invited } = (await openInvitations(deps)).find((link) => link.id === id) ?? {};
  if (invited === undefined) throw notOpen;
  await requireMayGive(deps, { ...invited, unknown: notOpen });
  await audited(deps, {
    action: 'withdraw_invitation',
    ...(await logOf(deps.control, invited.place)),
    subject: id,
    name: invited.email,
    before: toldOf(invited),
    async make() {
      if (!(await deps.control.removeLink(id))) throw notOpen;
    },
  });
}

/** What the audit log tells of an invitation: never its link. */
function toldOf({ email, role, place }: Invited) {
  return { email, role, ...placeFields(place) };
}

/**
 * A link by which a person chooses a new password, in place of an earlier one. `text`: id or e-mail address.
 * @throws Refused
 */
export async function createResetLink(deps: LinkActor, text: string): Promise<ShownLink> {
  await requireOperator(deps);
  const { id: userId, email, disabledAt } = await findUser(deps, text);
  if (disabledAt !== null)
    throw new Refused('conflict', {
      field: 'user',
      problem: 'This user is disabled.',
      fix: 'Enable them first.',
    });
  return audited(deps, {
    action: 'create_reset',
    account: null,
    subject: userId,
    name: email,
    make: () => makeLink(deps, 'reset', { userId, createdBy: personOf(deps) }),
  });
}

/** The name of an account or a project, for whoever was invited to it. */
export async function nameOfPlace(control: ControlStore, place: MemberPlace): Promise<string> {
  const found =
    'accountId' in place
      ? await control.findAccount(place.accountId)
      : await control.findProject(place.projectId);
  return found?.name ?? '';
}

async function makeLink(
  deps: LinkActor,
  kind: 'invitation' | 'reset',
  about: Parameters<typeof createLink>[2],
): Promise<ShownLink> {
  // Only links for the first person are refused.
  return (await createLink(deps, kind, about)) as ShownLink;
}
