import {
  ConversionParams,
  RetryDeliveryBody,
  RetryDeliveryQuery,
  RetryDeliveryResponse,
} from '@cvq/contract';
import { actorOf } from '../../access/actor-of.ts';
import { audited } from '../../accounts/audited.ts';
import { requestRetry } from '../deliveries/request-retry.ts';
import { findConversion } from '../find-conversion.ts';
import { defineProjectOperation } from '../operation.ts';

export const retryDelivery = defineProjectOperation({
  name: 'retry_delivery',
  tag: 'Conversions',
  method: 'POST',
  path: '/v1/conversions/{id}/retry',
  summary: 'Send a conversion again',
  description:
    'Sends a conversion to an ad platform once more, after a delivery to it has failed. Repeating the request while one is queued changes nothing.',
  scopes: ['conversions:write'],
  plan: 'starter',
  writes: true,
  about: 'project',
  query: RetryDeliveryQuery,
  params: ConversionParams,
  body: RetryDeliveryBody,
  response: RetryDeliveryResponse,
  errors: ['outside_retry_window'],
  example: '',
  tool: {
    description:
      'Sends a conversion to an ad platform once more after a delivery has failed: the only tool that changes something.',
    more: 'Ask get_conversion.',
  },
  async run({ project, caller, from, args }, deps) {
    const wanted = { project: project.id, id: args.id, since: null };
    const { event, counts } = await findConversion(wanted, deps.reports);
    const wish = { event: event.id, counts, project, platform: args.platform };
    const { answer: data } = await audited(
      { control: deps.control, now: deps.now, from, actor: actorOf(caller) },
      {
        action: 'retry_delivery',
        account: project.accountId,
        project: project.id,
        subject: args.id,
        make: () => requestRetry(wish, deps),
        isMade: ({ isAsked }) => isAsked,
        told: ({ answer }) => ({ after: answer }),
      },
    );
    return { data };
  },
});
