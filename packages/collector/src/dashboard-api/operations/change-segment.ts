import { SegmentBody, SegmentParams, SegmentResponse } from '@cvq/contract';
import { changeSegment as change } from '../../accounts/segments.ts';
import { segmentJson } from '../../read/segment-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const changeSegment = defineDashboardOperation({
  name: 'change_segment',
  tag: 'Projects',
  method: 'PUT',
  path: '/projects/{project}/segments/{segment}',
  summary: 'Change a segment',
  description:
    'Puts another name and other conditions in place. Addresses that name it show these from then on.',
  who: 'signed_in',
  atLeast: 'member',
  stepUp: false,
  params: SegmentParams,
  body: SegmentBody,
  response: SegmentResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    const { segment: id, ...saved } = args;
    return { data: segmentJson(await change(asSignedIn(by, deps), { id, ...saved })) };
  },
});
