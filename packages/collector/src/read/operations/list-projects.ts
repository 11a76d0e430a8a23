import { ListProjectsQuery, ListProjectsResponse, type Project } from '@cvq/contract';
import { askStore } from '../ask-store.ts';
import { describeProject } from '../describe-project.ts';
import { defineCredentialOperation } from '../operation.ts';
import { partOf } from '../part-of.ts';

/** Projects that are asked about at once: an agency may have more than questions of one account may wait. */
const AT_ONCE = 200;

export const listProjects = defineCredentialOperation({
  name: 'list_projects',
  tag: 'Projects',
  method: 'GET',
  path: '/v1/projects',
  summary: 'Projects within reach',
  description:
    'Every project that the credential can reach, with tracking health, currency and timezone, or a part of them.',
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
    without: ['limit'],
    limited: 'data',
    more: 'Go on with offset.',
  },
  async run({ args, reach }, { reports, now }) {
    const checkedAt = now();
    const { part, paging } = partOf(reach, args);
    const data: Project[] = [];
    for (let from = 0; from < part.length; from += AT_ONCE) {
      const some = part.slice(from, from + AT_ONCE);
      data.push(
        ...(await askStore(Promise.all(some.map((project) => describeProject(project, reports, checkedAt))))),
      );
    }
    return { data, meta: paging };
  },
});
