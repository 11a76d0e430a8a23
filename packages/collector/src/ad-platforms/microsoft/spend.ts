import type { CalendarDays, SpendRow } from '@cvq/storage';
import { z } from 'zod';
import type { PlatformConnection, SpendAccount } from '../adapter.ts';
import { answerByStatus } from '../exchange/answer-by-status.ts';
import { exchange } from '../exchange/exchange.ts';
import { noAnswer, platformAnswer } from '../exchange/platform-answer.ts';
import { SPEND_LIMITS } from '../spend/ask-for-spend.ts';
import { SpendNotRead, unreadable } from '../spend/spend-not-read.ts';
import { reportFailed, type Wait, waitForReport } from '../spend/wait-for-report.ts';
import { askMicrosoft, type MicrosoftApi } from './ask.ts';
import { REPORT_COLUMNS, readReport } from './read-report.ts';
import { ZONES_OF_MICROSOFT } from './time-zones.ts';

/** The Reporting service, which is also asked for what is not there yet. */
type MicrosoftReporting = MicrosoftApi & { readonly wait: Wait };

type Asked = {
  readonly connection: PlatformConnection;
  readonly account: SpendAccount;
  readonly days: CalendarDays;
};

const Submitted = z.object({ ReportRequestId: z.string().min(1) });
const Polled = z.object({
  ReportRequestStatus: z.object({ Status: z.string(), ReportDownloadUrl: z.string().nullish() }),
});

/**
 * What each campaign cost on each day, by a report: submitted, asked for until it is there, downloaded. Without rows
 * there is no file.
 * @see https://learn.microsoft.com/en-us/advertising/guides/reports
 */
export async function* microsoftSpend(
  api: MicrosoftReporting,
  asked: Asked,
  signal: AbortSignal,
): AsyncIterable<SpendRow> {
  const submitted = Submitted.safeParse(
    await ask(api, { ...asked, path: 'GenerateReport/Submit', body: reportRequest(asked) }, signal),
  );
  if (!submitted.success) throw unreadable('the id of the report');
  const url = await waitForReport(
    {
      wait: api.wait,
      async ask() {
        const answer = await ask(
          api,
          { ...asked, path: 'GenerateReport/Poll', body: submitted.data },
          signal,
        );
        return downloadOf(answer);
      },
    },
    signal,
  );
  if (url === null) return;
  yield* readReport(await download(api, url, signal), asked.account.account);
}

/** Where the report is, or null where it has no rows; undefined while it is made. */
function downloadOf(answer: unknown): string | null | undefined {
  const polled = Polled.safeParse(answer);
  if (!polled.success) throw unreadable('the status of the report');
  const { Status, ReportDownloadUrl } = polled.data.ReportRequestStatus;
  if (Status === 'Pending') return undefined;
  if (Status !== 'Success') throw reportFailed('report_failed', `Microsoft made no report: ${Status}.`);
  return ReportDownloadUrl ?? null;
}

async function ask(
  api: MicrosoftApi,
  { connection, account, path, body }: Asked & { readonly path: string; readonly body: object },
  signal: AbortSignal,
): Promise<unknown> {
  const { answer, json } = await askMicrosoft(
    api,
    {
      service: 'Reporting',
      path,
      body,
      connection: { ...connection, account: account.account },
      read: (given) => platformAnswer(given, { class: 'delivered' }),
    },
    signal,
  );
  if (answer.class !== 'delivered') throw new SpendNotRead(answer);
  return json;
}

/** The file is authorised by its address: nothing of ours goes there. */
async function download(api: MicrosoftApi, url: string, signal: AbortSignal): Promise<Uint8Array> {
  if (!URL.canParse(url) || (api.address.startsWith('https:') && !url.startsWith('https:')))
    throw unreadable('the address of the report');
  const answer = await exchange({ method: 'GET', url, secrets: [], ...SPEND_LIMITS }, signal);
  if (!answer.isAnswered) throw new SpendNotRead(noAnswer(answer));
  if (answer.status !== 200) throw new SpendNotRead(answerByStatus(answer, api.now()));
  return answer.bytes;
}

/** @see https://learn.microsoft.com/en-us/advertising/reporting-service/campaignperformancereportrequest */
function reportRequest({ account, days }: Asked): object {
  const { platformTimeZone } = account;
  return {
    ReportRequest: {
      Type: 'CampaignPerformanceReportRequest',
      ReportName: 'Spend by campaign and day',
      Format: 'Csv',
      FormatVersion: '2.0',
      // What stands around the rows says whether they are all there.
      ExcludeColumnHeaders: false,
      ExcludeReportHeader: false,
      ExcludeReportFooter: false,
      ReturnOnlyCompleteData: false,
      Aggregation: 'Daily',
      Columns: REPORT_COLUMNS,
      Scope: { AccountIds: [account.account] },
      Time: {
        CustomDateRangeStart: dateOf(days.first),
        CustomDateRangeEnd: dateOf(days.last),
        // Without it, the day of Los Angeles is meant.
        ...(ZONES_OF_MICROSOFT.has(platformTimeZone) && { ReportTimeZone: platformTimeZone }),
      },
    },
  };
}

function dateOf(day: string): object {
  const [Year, Month, Day] = day.split('-').map(Number);
  return { Year, Month, Day };
}
