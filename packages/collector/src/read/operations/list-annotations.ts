import { ListAnnotationsQuery, ListAnnotationsResponse } from '@cvq/contract';
import { annotationJson } from '../annotation-json.ts';
import { defineProjectOperation } from '../operation.ts';

export const listAnnotations = defineProjectOperation({
  name: 'list_annotations',
  tag: 'Projects',
  method: 'GET',
  path: '/v1/annotations',
  summary: 'Annotations of a project',
  description: 'What people noted at days of a project, to tell why figures rose or fell.',
  scopes: ['analytics:read'],
  plan: 'starter',
  writes: false,
  about: 'project',
  query: ListAnnotationsQuery,
  response: ListAnnotationsResponse,
  example: '',
  tool: {
    description: 'What people noted at days, such as an outage or a sale: for why figures rose or fell.',
    more: 'The dashboard and the read API have those of earlier days.',
  },
  async run({ project }, { control }) {
    const found = await control.listAnnotations(project.id);
    return { data: found.toReversed().map(annotationJson), meta: { total_rows: found.length } };
  },
});
