import { ConversionParams, DAY_MS, GetConversionQuery, GetConversionResponse } from '@cvq/contract';
import { conversionJson } from '../conversion-json.ts';
import { findConversion } from '../find-conversion.ts';
import { defineProjectOperation } from '../operation.ts';

const DEFAULT_LOOKBACK_DAYS = 90;

export const getConversion = defineProjectOperation({
  name: 'get_conversion',
  tag: 'Conversions',
  method: 'GET',
  path: '/v1/conversions/{id}',
  summary: 'One conversion',
  description:
    'A conversion by its id, also one that reports do not count. One that is older than lookback_days, or was removed, is not found.',
  scopes: ['conversions:read'],
  plan: 'starter',
  writes: false,
  about: 'project',
  query: GetConversionQuery,
  params: ConversionParams,
  response: GetConversionResponse,
  example: 'lookback_days=400',
  async run({ project, args }, { reports, now }) {
    const { id, lookback_days = DEFAULT_LOOKBACK_DAYS } = args;
    const since = now() - lookback_days * DAY_MS;
    const record = await findConversion({ project: project.id, id, since }, reports);
    return { data: conversionJson(record, project.currency) };
  },
});
