import { DeliveriesResponse, GetDeliveriesQuery } from '@cvq/contract';
import { askStore } from '../ask-store.ts';
import { deliveryAccounts } from '../deliveries/delivery-account.ts';
import { integrationsOf } from '../deliveries/standing.ts';
import { definePeriodOperation } from '../operation.ts';

export const getDeliveries = definePeriodOperation({
  name: 'get_deliveries',
  tag: 'Conversions',
  method: 'GET',
  path: '/v1/analytics/deliveries',
  summary: 'What became of conversions at ad platforms',
  description:
    'How many conversions of a period were to be told to each ad platform, how many of them it could match, took and processed, and why the others were not sent or not taken.',
  scopes: ['conversions:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: GetDeliveriesQuery,
  response: DeliveriesResponse,
  example: 'range=30d',
  async run({ project, range, question, meta }, { reports, control }) {
    const [{ conversions }, counts, integrations] = await Promise.all([
      askStore(reports.totals(question, range)),
      askStore(reports.adDeliveryCounts(question, range)),
      integrationsOf(project.id, control),
    ]);
    return { data: { counted: conversions, platforms: deliveryAccounts(counts, integrations) }, meta };
  },
});
