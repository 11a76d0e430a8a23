import { AnnotationBody, AnnotationParams, AnnotationResponse } from '@cvq/contract';
import { changeAnnotation as change } from '../../accounts/annotations.ts';
import { annotationJson } from '../../read/annotation-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const changeAnnotation = defineDashboardOperation({
  name: 'change_annotation',
  tag: 'Projects',
  method: 'PUT',
  path: '/projects/{project}/annotations/{annotation}',
  summary: 'Change an annotation',
  description: 'Puts another day and text in place of the old ones.',
  who: 'signed_in',
  atLeast: 'member',
  stepUp: false,
  params: AnnotationParams,
  body: AnnotationBody,
  response: AnnotationResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    const { annotation: id, ...written } = args;
    return { data: annotationJson(await change(asSignedIn(by, deps), { id, ...written })) };
  },
});
