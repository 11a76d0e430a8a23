import { ProjectParams, ProjectSettingsResponse, UpdateProjectBody } from '@cvq/contract';
import { updateProject as update } from '../../accounts/projects.ts';
import { defineDashboardOperation } from '../operation.ts';
import { projectSettingsJson } from '../project-settings-json.ts';
import { asPerson } from '../session/as-person.ts';

export const updateProject = defineDashboardOperation({
  name: 'update_project',
  tag: 'Projects',
  method: 'POST',
  path: '/projects/{project}/settings',
  summary: 'Change the settings of a project',
  description: 'What is left out does not change. The next event and the next question go by what is new.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  params: ProjectParams,
  body: UpdateProjectBody,
  response: ProjectSettingsResponse,
  errors: ['not_found', 'not_allowed'],
  async run({ by, args }, deps) {
    const { project: id, redacted_names: redactedNames, ad_consent: adConsent, ...others } = args;
    const { retention_days: retentionDays, ...given } = others;
    const change = { ...given, redactedNames, adConsent, retentionDays };
    const project = await update(asPerson(by, deps), id, change);
    return { data: await projectSettingsJson(project, deps.control) };
  },
});
