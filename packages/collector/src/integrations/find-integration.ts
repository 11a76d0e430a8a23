import { AD_PLATFORMS, type AdPlatform, type Role } from '@cvq/contract';
import type { Integration, ProjectRecord } from '@cvq/storage';
import { parseChoice } from '../accounts/fields.ts';
import { unknown } from '../accounts/look-up.ts';
import { requireProjectRole } from '../accounts/require-project-role.ts';
import type { IntegrationDeps, IntegrationName } from './integration-deps.ts';

type Place = { readonly project: ProjectRecord; readonly platform: AdPlatform };

/**
 * The project and the platform that a name means.
 * @throws Refused also for a person whose role in the project is too low, or who cannot see it
 */
export async function findPlace(
  deps: Pick<IntegrationDeps, 'control' | 'now' | 'actor'>,
  name: IntegrationName,
  atLeast: Role,
): Promise<Place> {
  const platform = parseChoice('platform', name.platform, AD_PLATFORMS);
  return { project: await requireProjectRole(deps, name.project, atLeast), platform };
}

/**
 * The integration that a name means.
 * @throws Refused as `findPlace`, and where the project has none of the platform
 */
export async function findIntegration(
  deps: Pick<IntegrationDeps, 'control' | 'now' | 'actor'>,
  name: IntegrationName,
  atLeast: Role = 'admin',
): Promise<Integration> {
  const { project, platform } = await findPlace(deps, name, atLeast);
  const ofProject = await deps.control.listIntegrations({ project: project.id });
  const found = ofProject.find((integration) => integration.platform === platform);
  if (found === undefined)
    throw unknown('platform', `Project ${project.id} has no integration with ${platform}.`);
  return found;
}
