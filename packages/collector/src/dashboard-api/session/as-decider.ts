import type { AuthorizationDeps } from '../../grants/authorizations.ts';
import type { ActingDeps } from '../operation.ts';
import { asPerson } from './as-person.ts';
import type { PersonSignedIn } from './signed-in.ts';

/** The rules of grants as they hold for a person at their browser. */
export function asDecider(by: PersonSignedIn, deps: ActingDeps): AuthorizationDeps {
  return { ...asPerson(by, deps), sessionId: by.session.id, findApplication: deps.findApplication };
}
