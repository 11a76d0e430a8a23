import type { AccountDeps } from '../accounts/actor.ts';
import { audited } from '../accounts/audited.ts';
import { unknown } from '../accounts/look-up.ts';
import { requireProjectRole } from '../accounts/require-project-role.ts';

type FilesOfPlatform = { readonly project: string; readonly platform: string };

/**
 * Forgets what files said of a platform; what the platform itself told stays. How many rows those were. Admins may.
 * @throws Refused
 */
export async function removeSpend(
  deps: AccountDeps,
  { project: id, platform }: FilesOfPlatform,
): Promise<number> {
  const { accountId, name } = await requireProjectRole(deps, id, 'admin');
  const sources = await deps.control.listSpendSources(id);
  const source = sources.find((each) => each.integration === null && each.platform === platform);
  if (source === undefined) throw unknown('source', `No file told of ${platform}.`);
  return audited(deps, {
    action: 'remove_spend',
    account: accountId,
    project: id,
    subject: id,
    name,
    before: { platform, first_day: source.days?.first ?? null, last_day: source.days?.last ?? null },
    make: () => deps.control.removeSpend({ project: id, platform, integration: null }),
    told: (removed) => ({ after: { platform, removed } }),
  });
}
