import { GetProjectQuery, GetProjectResponse } from '@cvq/contract';
import { askStore } from '../ask-store.ts';
import { describeProject } from '../describe-project.ts';
import { defineProjectOperation } from '../operation.ts';

export const getProject = defineProjectOperation({
  name: 'get_project',
  tag: 'Projects',
  method: 'GET',
  path: '/v1/projects/{project}',
  summary: 'One project',
  description: 'A project that the credential can reach, with tracking health, currency and timezone.',
  scopes: ['projects:read'],
  plan: 'starter',
  writes: false,
  about: 'project',
  query: GetProjectQuery,
  response: GetProjectResponse,
  example: '',
  async run({ project }, { reports, now }) {
    return { data: await askStore(describeProject(project, reports, now())) };
  },
});
