import { ListProjectsQuery, ListProjectsResponse, type Project } from '@cvq/contract';
import { askStore } from '../ask-store.ts';
import { describeProject } from '../describe-project.ts';
import { defineCredentialOperation } from '../operation.ts';

/** Projects that are asked about at once: an agency may have more than questions of one account may wait. */
const AT_ONCE = 200;

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
  tool: {
    description:
      'Every project within reach with its id, tracking health, currency, time zone, and the date and time there now: call it first.',
    more: 'Name a project in the other tools; its id is in the dashboard.',
  },
  async run({ reach }, { reports, now }) {
    const checkedAt = now();
    const data: Project[] = [];
    for (let from = 0; from < reach.length; from += AT_ONCE) {
      const some = reach.slice(from, from + AT_ONCE);
      data.push(
        ...(await askStore(Promise.all(some.map((project) => describeProject(project, reports, checkedAt))))),
      );
    }
    return { data, meta: { total_rows: data.length } };
  },
});
