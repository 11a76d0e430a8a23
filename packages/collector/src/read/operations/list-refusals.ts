import { ListRefusalsQuery, ListRefusalsResponse } from '@cvq/contract';
import { defineProjectOperation } from '../operation.ts';

export const listRefusals = defineProjectOperation({
  name: 'list_refusals',
  tag: 'Projects',
  method: 'GET',
  path: '/v1/refusals',
  summary: 'What tracking refused',
  description:
    'What the collector refused of a project since it started, and why: to see what is wrong with a tag or a backend.',
  scopes: ['projects:read'],
  plan: 'starter',
  writes: false,
  about: 'project',
  query: ListRefusalsQuery,
  response: ListRefusalsResponse,
  example: '',
  tool: {
    description: 'What tracking refused lately and why: for whether events are lost.',
    more: 'The dashboard and the read API have the others.',
  },
  async run({ project }, { refusals, now }) {
    return {
      data: refusals.of(project.id).map(({ api, cause, message, count, firstAt, lastAt }) => ({
        api,
        cause,
        message,
        count,
        first_at: new Date(firstAt).toISOString(),
        last_at: new Date(lastAt).toISOString(),
      })),
      meta: {
        project: project.id,
        since: new Date(refusals.since).toISOString(),
        generated_at: new Date(now()).toISOString(),
      },
    };
  },
});
