import { ProjectParams, ProjectSettingsResponse } from '@cvq/contract';
import { readProject } from '../../accounts/projects.ts';
import { defineDashboardOperation } from '../operation.ts';
import { projectSettingsJson } from '../project-settings-json.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const getProjectSettings = defineDashboardOperation({
  name: 'get_project_settings',
  tag: 'Projects',
  method: 'GET',
  path: '/projects/{project}/settings',
  summary: 'Read the settings of a project',
  description: 'Everything that is set for it.',
  who: 'signed_in',
  atLeast: 'viewer',
  stepUp: false,
  params: ProjectParams,
  response: ProjectSettingsResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    const project = await readProject(asSignedIn(by, deps), args.project);
    return { data: await projectSettingsJson(project, deps.control) };
  },
});
