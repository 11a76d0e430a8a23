import { CreateProjectBody, ProjectSettingsResponse } from '@cvq/contract';
import { addProject } from '../../accounts/projects.ts';
import { defineDashboardOperation } from '../operation.ts';
import { projectSettingsJson } from '../project-settings-json.ts';
import { asPerson } from '../session/as-person.ts';

export const createProject = defineDashboardOperation({
  name: 'create_project',
  tag: 'Projects',
  method: 'POST',
  path: '/projects',
  summary: 'Create a project',
  description:
    'It takes events from the next moment on. It has no server key: create one if a backend reports.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  body: CreateProjectBody,
  response: ProjectSettingsResponse,
  errors: ['not_found', 'not_allowed'],
  async run({ by, args: { account: accountId, ...given } }, deps) {
    const project = await addProject(asPerson(by, deps), { ...given, accountId });
    return { data: await projectSettingsJson(project, deps.control) };
  },
});
