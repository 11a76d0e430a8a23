import type { LinkActor } from '../../accounts/invitations.ts';
import type { DashboardDeps } from '../operation.ts';
import type { PersonSignedIn } from './signed-in.ts';

/** The rules of accounts as they hold for a person. */
export function asPerson(
  { user }: PersonSignedIn,
  { control, now, random, address }: DashboardDeps,
): LinkActor {
  return { control, now, random, origin: address().origin, actor: { kind: 'person', userId: user.id } };
}
