import { ConversionParams, DAY_MS, GetConversionQuery, GetConversionResponse } from '@cvq/contract';
import { conversionDetails } from '../deliveries/conversion-details.ts';
import { findConversion } from '../find-conversion.ts';
import { defineProjectOperation } from '../operation.ts';

export const DEFAULT_LOOKBACK_DAYS = 90;

export const getConversion = defineProjectOperation({
  name: 'get_conversion',
  tag: 'Conversions',
  method: 'GET',
  path: '/v1/conversions/{id}',
  summary: 'One conversion',
  description:
    'A conversion by its id, also one that reports do not count, with every attempt to tell an ad platform of it. One that is older than lookback_days, or was removed, is not found.',
  scopes: ['conversions:read'],
  plan: 'starter',
  writes: false,
  about: 'project',
  query: GetConversionQuery,
  params: ConversionParams,
  response: GetConversionResponse,
  example: 'lookback_days=400',
  tool: {
    description:
      'One conversion with every attempt to tell an ad platform or a webhook of it, and why one failed: before retry_delivery.',
    more: 'The dashboard shows all attempts.',
  },
  async run({ project, args }, deps) {
    const { id, lookback_days = DEFAULT_LOOKBACK_DAYS } = args;
    const since = deps.now() - lookback_days * DAY_MS;
    const record = await findConversion({ project: project.id, id, since }, deps.reports);
    return { data: await conversionDetails(record, project, deps) };
  },
});
