import {
  ConversionParams,
  RetryDeliveryBody,
  RetryDeliveryQuery,
  RetryDeliveryResponse,
} from '@cvq/contract';
import { conversionJson } from '../conversion-json.ts';
import { findConversion } from '../find-conversion.ts';
import { defineProjectOperation } from '../operation.ts';
import { refuseRetry } from '../refuse-retry.ts';

export const retryDelivery = defineProjectOperation({
  name: 'retry_delivery',
  tag: 'Conversions',
  method: 'POST',
  path: '/v1/conversions/{id}/retry',
  summary: 'Send a conversion again',
  description: 'Sends a conversion to an ad platform once more, after a delivery to it has failed.',
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
  async run({ project, args }, { reports, now }) {
    const record = await findConversion({ project: project.id, id: args.id, since: -Infinity }, reports);
    return refuseRetry(conversionJson(record, project.currency), args.platform, now());
  },
});
