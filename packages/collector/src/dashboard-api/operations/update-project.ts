import { ProjectParams, ProjectSettingsResponse, UpdateProjectBody } from '@cvq/contract';
import { updateProject as update, wouldKeepLess } from '../../accounts/projects.ts';
import { defineDashboardOperation } from '../operation.ts';
import { projectSettingsJson } from '../project-settings-json.ts';
import { asPerson } from '../session/as-person.ts';
import { requireStepUp } from '../session/require-who.ts';

export const updateProject = defineDashboardOperation({
  name: 'update_project',
  tag: 'Projects',
  method: 'POST',
  path: '/projects/{project}/settings',
  summary: 'Change the settings of a project',
  description:
    'What is left out does not change. The next event and the next question go by what is new. A retention that is shorter than before deletes what is older for good: it is answered step_up_required until the password is given again, and is for admins of the project or of its account, not of an agency.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  params: ProjectParams,
  body: UpdateProjectBody,
  response: ProjectSettingsResponse,
  errors: ['not_found', 'not_allowed', 'step_up_required'],
  async run({ by, args }, deps) {
    const { project: id, redacted_names: redactedNames, ad_consent: adConsent, ...others } = args;
    const { retention_days: retentionDays, from, ...given } = others;
    const former = from && { hosts: from.hosts, redactedNames: from.redacted_names };
    const change = { ...given, redactedNames, adConsent, retentionDays, from: former };
    const acting = asPerson(by, deps);
    if (await wouldKeepLess(acting, id, change)) requireStepUp(by, deps.now());
    const project = await update(acting, id, change);
    return { data: await projectSettingsJson(project, deps.control) };
  },
});
