import type { CalendarDays, SpendRow } from '@cvq/storage';
import { z } from 'zod';
import type { PlatformConnection, SpendAccount } from '../adapter.ts';
import { toldCount, toldId, toldMicros } from '../exchange/told-number.ts';
import { askForSpend } from '../spend/ask-for-spend.ts';
import { readFigure } from '../spend/read-figure.ts';
import { unreadable } from '../spend/spend-not-read.ts';
import type { GoogleApi } from './send.ts';
import { spendRefusalOfGoogle } from './spend-refusal.ts';

type Asked = { readonly connection: PlatformConnection; readonly account: string };

/** 64-bit integers are texts. A field that is 0 may be absent, as in every message of Google. */
const micros = toldMicros.default(0n);
const count = toldCount.default(0);
const Customer = z.object({
  customer: z.object({ currencyCode: z.string().min(3), timeZone: z.string().min(1) }),
});
const Row = z.object({
  customer: z.object({ currencyCode: z.string().min(3) }),
  segments: z.object({ date: z.iso.date() }),
  campaign: z.object({ id: toldId, name: z.string().default('') }),
  metrics: z.object({ costMicros: micros, impressions: count, clicks: count }),
});
const streamOf = <Item extends z.ZodType>(item: Item) =>
  z.array(z.object({ results: z.array(item).default([]) }));

/**
 * Currency and time zone of a customer, neither of which ever changes.
 * @see https://developers.google.com/google-ads/api/fields/v26/customer
 */
export async function googleSpendAccount(
  api: GoogleApi,
  asked: Asked,
  signal: AbortSignal,
): Promise<SpendAccount> {
  const query = 'SELECT customer.currency_code, customer.time_zone FROM customer';
  const chunks = streamOf(Customer).safeParse(await search(api, { ...asked, query }, signal));
  const customer = chunks.data?.flatMap(({ results }) => results)[0]?.customer;
  if (customer === undefined) throw unreadable('currency and time zone of the customer');
  const { currencyCode, timeZone } = customer;
  return { account: asked.account, currency: currencyCode, timeZone, platformTimeZone: timeZone };
}

/**
 * What each campaign cost on each day. A day on which it was not shown has no row.
 * @see https://developers.google.com/google-ads/api/docs/reporting/streaming
 */
export async function* googleSpend(
  api: GoogleApi,
  { days, ...asked }: Asked & { readonly days: CalendarDays },
  signal: AbortSignal,
): AsyncIterable<SpendRow> {
  const query = `SELECT segments.date, campaign.id, campaign.name, customer.currency_code, metrics.cost_micros, metrics.impressions, metrics.clicks FROM campaign WHERE segments.date BETWEEN '${days.first}' AND '${days.last}'`;
  const chunks = streamOf(z.unknown()).safeParse(await search(api, { ...asked, query }, signal));
  if (!chunks.success) throw unreadable(z.prettifyError(chunks.error));
  const of = { account: asked.account, schema: Row, dayOf };
  for (const given of chunks.data.flatMap(({ results }) => results)) {
    const { customer, segments, campaign, metrics } = readFigure(given, of);
    yield {
      date: segments.date,
      campaignId: campaign.id,
      campaign: campaign.name,
      micros: metrics.costMicros,
      currency: customer.currencyCode,
      impressions: metrics.impressions,
      clicks: metrics.clicks,
    };
  }
}

const Dated = z.object({ segments: z.object({ date: z.unknown() }) });
const dayOf = (given: unknown) => Dated.safeParse(given).data?.segments.date;

/** An answer is a list of chunks, in which an error may stand after others: then none of them counts. */
async function search(
  api: GoogleApi,
  { connection, account, query }: Asked & { readonly query: string },
  signal: AbortSignal,
): Promise<unknown> {
  const through = connection.loginAccount;
  const { json } = await askForSpend(
    {
      connection,
      request: (token) => ({
        method: 'POST',
        url: `${api.address}/${api.version}/customers/${encodeURIComponent(account)}/googleAds:searchStream`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(through !== null && { 'login-customer-id': through }),
        },
        body: { query },
        secrets: [token],
      }),
      refusal: (answer) => spendRefusalOfGoogle(answer, api.now()),
    },
    signal,
  );
  return json;
}
