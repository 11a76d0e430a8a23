import { AnnotationParams, DONE, DoneResponse } from '@cvq/contract';
import { removeAnnotation as remove } from '../../accounts/annotations.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const removeAnnotation = defineDashboardOperation({
  name: 'remove_annotation',
  tag: 'Projects',
  method: 'DELETE',
  path: '/projects/{project}/annotations/{annotation}',
  summary: 'Remove an annotation',
  description: 'Nothing shows it from then on.',
  who: 'signed_in',
  atLeast: 'member',
  stepUp: false,
  params: AnnotationParams,
  response: DoneResponse,
  errors: ['not_found'],
  async run({ by, args: { annotation: id, project } }, deps) {
    await remove(asSignedIn(by, deps), { id, project });
    return DONE;
  },
});
