import { AddAnnotationParams, AnnotationBody, AnnotationResponse } from '@cvq/contract';
import { addAnnotation as add } from '../../accounts/annotations.ts';
import { annotationJson } from '../../read/annotation-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const addAnnotation = defineDashboardOperation({
  name: 'add_annotation',
  tag: 'Projects',
  method: 'POST',
  path: '/projects/{project}/annotations',
  summary: 'Write a note at a day',
  description: 'Charts of the project show it from then on, to everybody who can see them.',
  who: 'signed_in',
  atLeast: 'member',
  stepUp: false,
  params: AddAnnotationParams,
  body: AnnotationBody,
  response: AnnotationResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    return { data: annotationJson(await add(asSignedIn(by, deps), args)) };
  },
});
