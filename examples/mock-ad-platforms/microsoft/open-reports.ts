import { z } from 'zod';
import { bearerOf } from '../bearer-of.ts';
import { parseJson } from '../formats.ts';
import type { MicrosoftAccount } from '../mock-accounts.ts';
import type { Effect, MockAnswer, MockRequest } from '../mock-request.ts';
import type { SpendFigures } from '../spend-figures.ts';
import { adApiFault, apiFault } from './microsoft-answer.ts';
import { CODES } from './microsoft-codes.ts';
import { reportFile } from './report-file.ts';
import { type ReportRequest, ReportRequestSchema } from './report-request.ts';

const Submit = z.strictObject({ ReportRequest: ReportRequestSchema });
const Poll = z.strictObject({ ReportRequestId: z.string() });

type Report = {
  readonly request: ReportRequest;
  readonly status: string;
  readonly failsMidway: boolean;
  polls: number;
  doneAt: number;
};

/** A download address is good for five minutes. */
const DOWNLOAD_MS = 300_000;

type Reports = {
  submit(request: MockRequest, effect: Effect): MockAnswer;
  poll(request: MockRequest): MockAnswer;
  download(request: MockRequest): MockAnswer;
  forget(): void;
};

type Reporting = {
  readonly account: MicrosoftAccount;
  readonly spend: SpendFigures;
  readonly now: () => number;
  readonly address: () => string;
};

/** Reports: submitted, asked for until they are there, downloaded (learn.microsoft.com/en-us/advertising/guides/reports). */
export function openReports({ account, spend, now, address }: Reporting): Reports {
  const reports = new Map<string, Report>();
  const rowsOf = ({ Time }: ReportRequest) =>
    spend.between(Time.CustomDateRangeStart, Time.CustomDateRangeEnd);
  return {
    submit({ body }, effect) {
      const parsed = Submit.safeParse(parseJson(body));
      if (!parsed.success) return apiFault(400, CODES.nullRequest, z.prettifyError(parsed.error));
      const request = parsed.data.ReportRequest;
      if (request.Scope.AccountIds.some((id) => id !== account.account))
        return adApiFault(403, CODES.notAuthorized);
      const id = `${30_000_000_000 + reports.size}`;
      const status = effect.reportStatus ?? 'Success';
      reports.set(id, { request, status, failsMidway: effect.failsMidway === true, polls: 0, doneAt: 0 });
      return { status: 200, body: { ReportRequestId: id } };
    },
    poll({ body }) {
      const parsed = Poll.safeParse(parseJson(body));
      const report = reports.get(parsed.data?.ReportRequestId ?? '');
      if (report === undefined) return apiFault(400, CODES.nullRequest, 'ReportRequestId');
      report.polls += 1;
      const Status = report.polls === 1 ? 'Pending' : report.status;
      const hasFile = Status === 'Success' && rowsOf(report.request).length > 0;
      if (hasFile) report.doneAt = now();
      const url = `${address()}/reports/${parsed.data?.ReportRequestId}.zip?sig=mock`;
      return {
        status: 200,
        body: { ReportRequestStatus: { ReportDownloadUrl: hasFile ? url : null, Status } },
      };
    },
    download(request) {
      const report = reports.get(request.groups.report ?? '');
      // The file lies at a place that no token of ours may ever reach.
      if (bearerOf(request) !== null || request.headers.developertoken !== undefined)
        return { status: 400, body: 'A download is authorised by its address alone.' };
      if (report === undefined || now() > report.doneAt + DOWNLOAD_MS)
        return { status: 403, body: 'AuthenticationFailed' };
      const file = reportFile(report.request, rowsOf(report.request), spend.settings(account));
      return { status: 200, body: report.failsMidway ? file.slice(0, file.length / 2) : file };
    },
    forget: () => reports.clear(),
  };
}
