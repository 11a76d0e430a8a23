import { ImportSpendResponse, MAX_SPEND_FILE_BYTES, ProjectParams } from '@cvq/contract';
import { importSpend as importFile } from '../../spend/import-spend.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const importSpend = defineDashboardOperation({
  name: 'import_spend',
  tag: 'Integrations',
  method: 'POST',
  path: '/projects/{project}/spend',
  summary: 'Store what a CSV file says that ads cost',
  description:
    'Whole or not at all. Its rows take the place of what files said before of the same platforms and days.',
  who: 'signed_in',
  atLeast: 'admin',
  stepUp: false,
  params: ProjectParams,
  file: { contentType: 'text/csv', maxBytes: MAX_SPEND_FILE_BYTES },
  response: ImportSpendResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args, openFile }, deps) {
    return { data: await importFile(asSignedIn(by, deps), { project: args.project, open: openFile }) };
  },
});
