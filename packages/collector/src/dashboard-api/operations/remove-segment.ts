import { DONE, DoneResponse, SegmentParams } from '@cvq/contract';
import { removeSegment as remove } from '../../accounts/segments.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const removeSegment = defineDashboardOperation({
  name: 'remove_segment',
  tag: 'Projects',
  method: 'DELETE',
  path: '/projects/{project}/segments/{segment}',
  summary: 'Remove a segment',
  description: 'Questions that name it are refused from then on.',
  who: 'signed_in',
  atLeast: 'member',
  stepUp: false,
  params: SegmentParams,
  response: DoneResponse,
  errors: ['not_found'],
  async run({ by, args: { segment: id, project } }, deps) {
    await remove(asSignedIn(by, deps), { id, project });
    return DONE;
  },
});
