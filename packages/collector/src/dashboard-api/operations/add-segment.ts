import { AddSegmentParams, SegmentBody, SegmentResponse } from '@cvq/contract';
import { addSegment as add } from '../../accounts/segments.ts';
import { segmentJson } from '../../read/segment-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const addSegment = defineDashboardOperation({
  name: 'add_segment',
  tag: 'Projects',
  method: 'POST',
  path: '/projects/{project}/segments',
  summary: 'Save conditions under a name',
  description: 'Everybody who can see the project can ask by it, with the argument segment.',
  who: 'signed_in',
  atLeast: 'member',
  stepUp: false,
  params: AddSegmentParams,
  body: SegmentBody,
  response: SegmentResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    return { data: segmentJson(await add(asSignedIn(by, deps), args)) };
  },
});
