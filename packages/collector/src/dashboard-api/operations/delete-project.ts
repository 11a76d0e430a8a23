import { DeleteProjectBody, DONE, DoneResponse, ProjectParams } from '@cvq/contract';
import { deleteProject as remove } from '../../accounts/projects.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const deleteProject = defineDashboardOperation({
  name: 'delete_project',
  tag: 'Projects',
  method: 'POST',
  path: '/projects/{project}/delete',
  summary: 'Delete a project',
  description:
    'Its tracking key, its server keys and its reports end, and its integrations, spend, annotations and segments go. Its events stay stored.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: ProjectParams,
  body: DeleteProjectBody,
  response: DoneResponse,
  errors: ['not_found', 'not_allowed'],
  async run({ by, args: { project, domain } }, deps) {
    await remove(asPerson(by, deps), project, domain);
    return DONE;
  },
});
