import { DAY_MS } from '@cvq/contract/constants';
import type { CalendarDays, SpendRow } from '@cvq/storage';
import { z } from 'zod';
import type { PlatformConnection, SpendAccount } from '../adapter.ts';
import type { PlatformRequest } from '../exchange/exchange.ts';
import { toldAmount, toldCount, toldId } from '../exchange/told-number.ts';
import { askForSpend } from '../spend/ask-for-spend.ts';
import { readFigure } from '../spend/read-figure.ts';
import { unreadable } from '../spend/spend-not-read.ts';
import { reportFailed, type Wait, waitForReport } from '../spend/wait-for-report.ts';
import { refusalOfMeta } from './refusal.ts';
import type { MetaApi } from './send.ts';

/** The Graph API, which is also asked for what is not there yet. */
export type MetaInsights = MetaApi & { readonly wait: Wait };

type Asked = { readonly connection: PlatformConnection; readonly account: string };
type Page = { readonly path: string; readonly query: Readonly<Record<string, string>> };

const AdAccount = z.object({ currency: z.string().min(3), timezone_name: z.string().min(1) });
const Insight = z.object({
  date_start: z.iso.date(),
  campaign_id: toldId,
  campaign_name: z.string().default(''),
  account_currency: z.string().min(3),
  /** In units of the account's currency; absent where nothing was spent. */
  spend: toldAmount.default(0n),
  impressions: toldCount.default(0),
  clicks: toldCount.default(0),
});
const Insights = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() })
    .optional(),
});
const Run = z.object({ report_run_id: toldId });
const RunStatus = z.object({ async_status: z.string() });

const PAGE_SIZE = '500';
/** Meta answers at once for a short time, and makes a report of a longer one. */
const MOST_DAYS_AT_ONCE = 8;
/** https://developers.facebook.com/docs/marketing-api/insights/best-practices#asynchronous */
const FAILED_RUNS = ['Job Failed', 'Job Skipped'];

/**
 * Currency and time zone of an ad account.
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account
 */
export async function metaSpendAccount(
  api: MetaApi,
  { connection, account }: Asked,
  signal: AbortSignal,
): Promise<SpendAccount> {
  const page = { path: account, query: { fields: 'currency,timezone_name' } };
  const parsed = AdAccount.safeParse(await get(api, { connection, page }, signal));
  if (!parsed.success) throw unreadable('currency and time zone of the ad account');
  const { currency, timezone_name } = parsed.data;
  return { account, currency, timeZone: timezone_name, platformTimeZone: timezone_name };
}

/**
 * What each campaign cost on each day. A day on which it was not shown has no row.
 * @see https://developers.facebook.com/docs/marketing-api/insights
 */
export async function* metaSpend(
  api: MetaInsights,
  { connection, account, days }: Asked & { readonly days: CalendarDays },
  signal: AbortSignal,
): AsyncIterable<SpendRow> {
  const wanted = {
    level: 'campaign',
    time_increment: '1',
    time_range: JSON.stringify({ since: days.first, until: days.last }),
    fields: 'campaign_id,campaign_name,account_currency,spend,impressions,clicks',
  };
  const isShort = (Date.parse(days.last) - Date.parse(days.first)) / DAY_MS < MOST_DAYS_AT_ONCE;
  const first: Page = isShort
    ? { path: `${account}/insights`, query: wanted }
    : { path: `${await madeReport(api, { connection, account, wanted }, signal)}/insights`, query: {} };
  const of = { account, schema: Insight, dayOf };
  let after: string | undefined;
  do {
    const query = { ...first.query, limit: PAGE_SIZE, ...(after !== undefined && { after }) };
    const insights = Insights.safeParse(
      await get(api, { connection, page: { path: first.path, query } }, signal),
    );
    if (!insights.success) throw unreadable(z.prettifyError(insights.error));
    const { data, paging } = insights.data;
    yield* data.map((given) => rowOf(readFigure(given, of)));
    // The address of the next page holds the token: only its cursor is taken.
    const next = paging?.next === undefined ? undefined : paging.cursors?.after;
    if (paging?.next !== undefined && (next === undefined || next === after))
      throw unreadable('the cursor of the next page');
    after = next;
  } while (after !== undefined);
}

/** Has Meta make a report. Its number, once it is there. */
async function madeReport(
  api: MetaInsights,
  { connection, account, wanted }: Asked & { readonly wanted: object },
  signal: AbortSignal,
): Promise<string> {
  const started = Run.safeParse(
    await ask(
      api,
      { connection, request: { method: 'POST', url: urlOf(api, `${account}/insights`), body: wanted } },
      signal,
    ),
  );
  if (!started.success) throw unreadable('the number of the report');
  const { report_run_id: run } = started.data;
  return waitForReport(
    {
      wait: api.wait,
      async ask() {
        const status = RunStatus.safeParse(
          await get(api, { connection, page: { path: run, query: {} } }, signal),
        );
        const { async_status = '' } = status.data ?? {};
        if (FAILED_RUNS.includes(async_status))
          throw reportFailed('report_failed', `Meta made no report: ${async_status}.`);
        return async_status === 'Job Completed' ? run : undefined;
      },
    },
    signal,
  );
}

const Dated = z.object({ date_start: z.unknown() });
const dayOf = (given: unknown) => Dated.safeParse(given).data?.date_start;

function rowOf(insight: z.infer<typeof Insight>): SpendRow {
  return {
    date: insight.date_start,
    campaignId: insight.campaign_id,
    campaign: insight.campaign_name,
    micros: insight.spend,
    currency: insight.account_currency,
    impressions: insight.impressions,
    clicks: insight.clicks,
  };
}

type Got = { readonly connection: PlatformConnection; readonly page: Page };

function get(api: MetaApi, { connection, page }: Got, signal: AbortSignal): Promise<unknown> {
  const url = `${urlOf(api, page.path)}?${new URLSearchParams(page.query)}`;
  return ask(api, { connection, request: { method: 'GET', url } }, signal);
}

type Question = {
  readonly connection: PlatformConnection;
  readonly request: Pick<PlatformRequest, 'method' | 'url' | 'body'>;
};

/** With the token in a header: an address is written down in too many places. */
async function ask(api: MetaApi, { connection, request }: Question, signal: AbortSignal): Promise<unknown> {
  const { json } = await askForSpend(
    {
      connection,
      request: (token) => ({ ...request, headers: { authorization: `Bearer ${token}` }, secrets: [token] }),
      refusal: (answer) =>
        answer.isAnswered && answer.status === 200 && answer.json !== undefined
          ? null
          : refusalOfMeta(answer, api.now()),
    },
    signal,
  );
  return json;
}

const urlOf = ({ address, version }: MetaApi, path: string): string => `${address}/${version}/${path}`;
