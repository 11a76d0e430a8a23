import { ListRatesResponse, ProjectParams } from '@cvq/contract';
import { listRates as list } from '../../spend/list-rates.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const listRates = defineDashboardOperation({
  name: 'list_rates',
  tag: 'Integrations',
  method: 'GET',
  path: '/projects/{project}/rates',
  summary: 'The exchange rates of a project',
  description:
    'By which spend in other currencies is converted, each with the day since which it is in force.',
  who: 'signed_in',
  atLeast: 'viewer',
  stepUp: false,
  params: ProjectParams,
  response: ListRatesResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    return { data: await list(asSignedIn(by, deps), args.project) };
  },
});
