import { ImportRatesResponse, MAX_SPEND_FILE_BYTES, ProjectParams } from '@cvq/contract';
import { importRates as importFile } from '../../spend/import-rates.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const importRates = defineDashboardOperation({
  name: 'import_rates',
  tag: 'Integrations',
  method: 'POST',
  path: '/projects/{project}/rates',
  summary: 'Store the exchange rates of a CSV file',
  description: 'Whole or not at all. A rate of the same day and currencies is replaced.',
  who: 'signed_in',
  atLeast: 'admin',
  stepUp: false,
  params: ProjectParams,
  file: { contentType: 'text/csv', maxBytes: MAX_SPEND_FILE_BYTES },
  response: ImportRatesResponse,
  errors: ['not_found'],
  async run({ by, args, openFile }, deps) {
    return { data: await importFile(asSignedIn(by, deps), { project: args.project, open: openFile }) };
  },
});
