import { ListSegmentsQuery, ListSegmentsResponse } from '@cvq/contract';
import { defineProjectOperation } from '../operation.ts';
import { segmentJson } from '../segment-json.ts';

export const listSegments = defineProjectOperation({
  name: 'list_segments',
  tag: 'Projects',
  method: 'GET',
  path: '/v1/segments',
  summary: 'Segments of a project',
  description:
    'Conditions that people saved under a name. The argument segment of other operations takes them.',
  scopes: ['analytics:read'],
  plan: 'starter',
  writes: false,
  about: 'project',
  query: ListSegmentsQuery,
  response: ListSegmentsResponse,
  example: '',
  tool: {
    description: 'Segments: conditions that people saved under a name, for the argument segment.',
    more: 'The dashboard and the read API have the others.',
  },
  async run({ project }, { control }) {
    const found = await control.listSegments(project.id);
    return { data: found.map(segmentJson), meta: { total_rows: found.length } };
  },
});
