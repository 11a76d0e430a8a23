import { MAX_SPEND_FILE_BYTES, PreviewSpendResponse, ProjectParams } from '@cvq/contract';
import { previewSpend as preview } from '../../spend/preview-spend.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const previewSpend = defineDashboardOperation({
  name: 'preview_spend',
  tag: 'Integrations',
  method: 'POST',
  path: '/projects/{project}/spend/preview',
  summary: 'Read a file of spend and store nothing',
  description: 'What it says by platform and currency, and every line that is refused, with the reason.',
  who: 'signed_in',
  atLeast: 'admin',
  stepUp: false,
  params: ProjectParams,
  file: { contentType: 'text/csv', maxBytes: MAX_SPEND_FILE_BYTES },
  response: PreviewSpendResponse,
  errors: ['not_found'],
  async run({ by, args, openFile }, deps) {
    const { spend, faults } = await preview(asSignedIn(by, deps), { project: args.project, open: openFile });
    return {
      data: {
        spend: spend.map(({ platform, currency, rows, micros, firstDay, lastDay }) => ({
          platform,
          currency,
          rows,
          spend: Number(micros) / 1_000_000,
          first_day: firstDay,
          last_day: lastDay,
        })),
        faults: [...faults],
      },
    };
  },
});
