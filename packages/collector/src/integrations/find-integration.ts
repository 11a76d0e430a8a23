import { AD_PLATFORMS, type AdPlatform, type Role } from '@cvq/contract';
import type { Integration, ProjectRecord } from '@cvq/storage';
import { requireRoleIn } from '../accounts/actor.ts';
import { parseChoice } from '../accounts/fields.ts';
import { findProject, unknown, unknownProject } from '../accounts/look-up.ts';
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
  const project = await findProject(deps, name.project);
  const wanted = { place: { projectId: project.id }, atLeast, unknown: unknownProject(project.id) };
  await requireRoleIn(deps, wanted);
  return { project, platform };
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
