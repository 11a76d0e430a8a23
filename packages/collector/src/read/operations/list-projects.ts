import { ListProjectsQuery, ListProjectsResponse } from '@cvq/contract';
import { askStore } from '../ask-store.ts';
import { describeProject } from '../describe-project.ts';
import { defineCredentialOperation } from '../operation.ts';

export const listProjects = defineCredentialOperation({
  name: 'list_projects',
  tag: 'Projects',
  method: 'GET',
  path: '/v1/projects',
  summary: 'Projects within reach',
  description: 'Every project that the credential can reach, with tracking health, currency and timezone.',
  scopes: ['projects:read'],
  plan: 'starter',
  writes: false,
  about: 'credential',
  query: ListProjectsQuery,
  response: ListProjectsResponse,
  example: '',
  async run({ reach }, { reports, now }) {
    const checkedAt = now();
    const data = await askStore(
      Promise.all(reach.map((project) => describeProject(project, reports, checkedAt))),
    );
    return { data, meta: { total_rows: data.length } };
  },
});
