import {
  ConversionParams,
  formatConversionId,
  RemoveConversionBody,
  RemoveConversionResponse,
} from '@cvq/contract';
import { removeConversion as remove } from '../../accounts/remove-conversion.ts';
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
    const acting = { ...asPerson(by, deps), remove: deps.removals.remove };
    const { sale, orderId, status } = await remove(acting, { project, conversion: id });
    const removed_before = status === 'removed_before';
    return { data: { id: formatConversionId(sale), order_id: orderId, removed_before } };
  },
});
