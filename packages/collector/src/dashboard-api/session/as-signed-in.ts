import type { AccountDeps } from '../../accounts/actor.ts';
import type { ActingDeps } from '../operation.ts';
import type { SignedIn } from './signed-in.ts';

/** The rules of accounts as they hold for whoever has signed in, be it the owner of the demo. */
export function asSignedIn(
  by: SignedIn,
  { control, now, from }: Pick<ActingDeps, 'control' | 'now' | 'from'>,
): AccountDeps {
  const actor =
    by.kind === 'person'
      ? ({ kind: 'person', userId: by.user.id } as const)
      : ({ kind: 'demo', projectId: by.project } as const);
  return { control, now, actor, from };
}
