import { ConversionParams, DAY_MS, GetJourneyQuery, GetJourneyResponse } from '@cvq/contract';
import { askStore } from '../ask-store.ts';
import { findConversion, noConversion } from '../find-conversion.ts';
import { journeyJson } from '../journey-json.ts';
import { defineProjectOperation } from '../operation.ts';
import { DEFAULT_LOOKBACK_DAYS } from './get-conversion.ts';

export const getJourney = defineProjectOperation({
  name: 'get_journey',
  tag: 'Conversions',
  method: 'GET',
  path: '/v1/conversions/{id}/journey',
  summary: 'How a conversion came about',
  description:
    'The visits of whoever converted, up to 90 days before, with the pages and events of each, and which of them is credited. A conversion that is older than lookback_days, or was removed, is not found.',
  scopes: ['conversions:read'],
  plan: 'starter',
  writes: false,
  about: 'project',
  query: GetJourneyQuery,
  params: ConversionParams,
  response: GetJourneyResponse,
  example: 'lookback_days=400',
  async run({ project, args }, { reports, now }) {
    const { id, lookback_days = DEFAULT_LOOKBACK_DAYS } = args;
    const since = now() - lookback_days * DAY_MS;
    const { event } = await findConversion({ project: project.id, id, since }, reports);
    const journey = await askStore(reports.journey(project.id, event.id));
    if (journey === null) throw noConversion();
    return { data: journeyJson(journey) };
  },
});
