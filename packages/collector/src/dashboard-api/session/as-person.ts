import type { LinkActor } from '../../accounts/invitations.ts';
import type { ActingDeps } from '../operation.ts';
import type { PersonSignedIn } from './signed-in.ts';

/** The rules of accounts as they hold for a person. */
export function asPerson(
  { user }: PersonSignedIn,
  { control, now, random, address, from }: ActingDeps,
): LinkActor {
  const actor = { kind: 'person', userId: user.id } as const;
  return { control, now, from, random, origin: address().origin, actor };
}
