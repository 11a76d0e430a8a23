import {
  ConversionParams,
  formatConversionId,
  parseConversionId,
  RemoveConversionBody,
  RemoveConversionResponse,
} from '@cvq/contract';
import { requireRoleIn } from '../../accounts/actor.ts';
import { unknownProject } from '../../accounts/look-up.ts';
import { ApiError } from '../../errors/api-error.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const removeConversion = defineDashboardOperation({
  name: 'remove_conversion',
  tag: 'Conversions',
  method: 'POST',
  path: '/conversions/{id}/remove',
  summary: 'Remove a conversion for good',
  description:
    'Takes a conversion, with every report of its order, out of every answer. What ad platforms have, they keep. It cannot be undone, and is safe to repeat.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: ConversionParams,
  body: RemoveConversionBody,
  response: RemoveConversionResponse,
  errors: ['not_found'],
  async run({ by, args: { id, project } }, deps) {
    const wanted = {
      place: { projectId: project },
      atLeast: 'admin',
      unknown: unknownProject(project),
    } as const;
    await requireRoleIn(asPerson(by, deps), wanted);
    const event = parseConversionId(id);
    const removal = event && (await deps.removals.remove(project, event, deps.now()));
    if (removal === null || removal.status === 'unknown' || removal.status === 'no_conversion')
      throw new ApiError('not_found', 'There is no such conversion.');
    const { sale, orderId, status } = removal;
    const removed_before = status === 'removed_before';
    return { data: { id: formatConversionId(sale), order_id: orderId, removed_before } };
  },
});
