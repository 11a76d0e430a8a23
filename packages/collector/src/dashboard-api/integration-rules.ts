import type { IntegrationDeps } from '../integrations/integration-deps.ts';
import type { ActingDeps } from './operation.ts';
import { asSignedIn } from './session/as-signed-in.ts';
import type { SignedIn } from './session/signed-in.ts';

/** The rules of integrations as they hold for whoever has signed in. */
export function integrationRules(
  by: SignedIn,
  deps: ActingDeps,
): IntegrationDeps & ActingDeps['adPlatforms'] {
  return { ...asSignedIn(by, deps), ...deps.adPlatforms };
}
