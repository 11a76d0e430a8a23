import { RatesOfPairParams, RemoveRatesResponse } from '@cvq/contract';
import { removeRates as remove } from '../../spend/remove-rates.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const removeRates = defineDashboardOperation({
  name: 'remove_rates',
  tag: 'Integrations',
  method: 'DELETE',
  path: '/projects/{project}/rates/{from}/{to}',
  summary: 'Remove the exchange rates from one currency to another',
  description: 'What they converted is null again, until others are in force.',
  who: 'signed_in',
  atLeast: 'admin',
  stepUp: false,
  params: RatesOfPairParams,
  response: RemoveRatesResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    return { data: { removed: await remove(asSignedIn(by, deps), { ...args, date: null }) } };
  },
});
