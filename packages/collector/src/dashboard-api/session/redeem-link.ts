import type { AccessLink, AccessLinkKind, Redeemed, Redemption } from '@cvq/storage';
import { ApiError } from '../../errors/api-error.ts';
import { hashToken } from '../../keys/token.ts';
import type { DashboardDeps } from '../operation.ts';
import type { PersonSignedIn, SignedIn } from './signed-in.ts';

type Deps = Pick<DashboardDeps, 'control' | 'now'>;

/**
 * The link that a token is of. It is looked for before anything is hashed, so that only who has one costs that.
 * @throws ApiError link_gone
 */
export async function findLink(
  token: string,
  kind: AccessLinkKind,
  { control, now }: Deps,
): Promise<AccessLink> {
  const link = await control.findLink(hashToken(token), now());
  if (link?.kind !== kind) throw linkGone();
  return link;
}

/** @throws ApiError link_gone */
export async function findInvitation(token: string, deps: Deps) {
  const { invited, ...link } = await findLink(token, 'invitation', deps);
  if (invited === null) throw linkGone();
  return { ...link, invited };
}

/** Whether the person who asks is whom a link invites. */
export function isInvited(by: SignedIn | null, { email }: { readonly email: string }): by is PersonSignedIn {
  return by?.kind === 'person' && by.user.email === email;
}

/**
 * Use a link up, and give the role that came out. Of several who do so at the same moment, one is let in.
 * @throws ApiError link_gone for the others; conflict where another has the e-mail address
 */
export async function redeem(
  token: string,
  redemption: Redemption,
  { control, now }: Deps,
): Promise<Redeemed> {
  const outcome = await control.redeemLink(hashToken(token), now(), redemption);
  if (outcome === 'gone') throw linkGone();
  if (outcome === 'taken')
    throw new ApiError('conflict', 'There is already a person with this e-mail address. Sign in as them.');
  return outcome;
}

/** The same for every way not to be good, so that nothing is learnt by trying. */
export function linkGone(): ApiError {
  return new ApiError('link_gone', 'This link was used or has expired. Have a new one made.');
}
