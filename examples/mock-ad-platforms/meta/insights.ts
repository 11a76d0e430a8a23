import { z } from 'zod';
import { decimalOf } from '../decimal-of.ts';
import { isObject, parseJson } from '../formats.ts';
import type { MetaAccount } from '../mock-accounts.ts';
import type { Operation } from '../mock-platform.ts';
import type { Effect, MockAnswer, MockRequest } from '../mock-request.ts';
import type { SpendFigure, SpendFigures } from '../spend-figures.ts';
import { metaError, missing } from './meta-error.ts';

const FIELDS = ['campaign_id', 'campaign_name', 'spend', 'impressions', 'clicks', 'account_currency'];
const TimeRange = z.strictObject({ since: z.iso.date(), until: z.iso.date() });
const Parameters = z.strictObject({
  level: z.literal('campaign'),
  time_increment: z.literal('1'),
  time_range: z.string().transform(parseJson).pipe(TimeRange),
  fields: z
    .string()
    .transform((text) => text.split(','))
    .refine((fields) => fields.every((field) => FIELDS.includes(field)), 'unknown field'),
});
const Page = z.object({
  limit: z.coerce.number().int().min(1).max(5_000).optional(),
  after: z.string().optional(),
});

type Wanted = z.infer<typeof Parameters>;
type Run = { readonly wanted: Wanted; readonly status: string; polls: number };
type Insights = {
  readonly account: MetaAccount;
  readonly spend: SpendFigures;
  readonly pageSize: number;
};

/** Report runs have numbers that begin so: no other object has. */
const RUN = '8877';

/** Insights of an ad account, at once or by a report run (developers.facebook.com/docs/marketing-api/insights). */
export function openInsights({ account, spend, pageSize }: Insights): {
  readonly operations: readonly Operation[];
  forget(): void;
} {
  const runs = new Map<string, Run>();
  let nextPageFails = false;

  function page(wanted: Wanted, { query }: MockRequest, effect: Effect): MockAnswer {
    const parsed = Page.safeParse(Object.fromEntries(query));
    if (!parsed.success) return metaError({ code: 100, message: '(#100) Param limit is invalid' });
    if (parsed.data.after !== undefined && nextPageFails) {
      nextPageFails = false;
      return metaError({ status: 500, code: 2, message: 'Service temporarily unavailable' });
    }
    nextPageFails ||= effect.failsMidway === true;
    const size = nextPageFails ? 1 : Math.min(parsed.data.limit ?? 25, pageSize);
    const from = parsed.data.after === undefined ? 0 : Number(atob(parsed.data.after));
    const { since, until } = wanted.time_range;
    const figures = spend.between(since, until);
    const { currency } = spend.settings(account);
    const data = figures.slice(from, from + size).map((figure) => rowOf(figure, wanted.fields, currency));
    const cursors = { before: btoa(`${from}`), after: btoa(`${from + size}`) };
    const isLast = from + size >= figures.length;
    const paging = {
      cursors,
      ...(!isLast && { next: `https://graph.facebook.com/next?after=${cursors.after}` }),
    };
    return { status: 200, body: data.length === 0 ? { data } : { data, paging } };
  }

  const denied = ({ groups }: MockRequest): MockAnswer | null =>
    groups.adAccount === account.adAccount
      ? null
      : metaError({
          status: 403,
          code: 200,
          message: '(#200) Ad account owner has NOT grant ads_management or ads_read permission',
        });

  return {
    operations: [
      {
        purpose: 'spend',
        method: 'GET',
        path: /^\/v\d+\.0\/act_(?<adAccount>\d+)$/,
        handle: (request) => denied(request) ?? { status: 200, body: describe(account, spend) },
      },
      {
        purpose: 'spend',
        method: 'GET',
        path: /^\/v\d+\.0\/act_(?<adAccount>\d+)\/insights$/,
        handle(request, effect) {
          const { limit: _, after: __, ...given } = Object.fromEntries(request.query);
          const wanted = Parameters.safeParse(given);
          return (
            denied(request) ?? (wanted.success ? page(wanted.data, request, effect) : wrong(wanted.error))
          );
        },
      },
      {
        purpose: 'spend',
        method: 'POST',
        path: /^\/v\d+\.0\/act_(?<adAccount>\d+)\/insights$/,
        handle(request, effect) {
          const body = parseJson(request.body);
          const wanted = Parameters.safeParse(isObject(body) ? body : null);
          const refusal = denied(request);
          if (refusal !== null) return refusal;
          if (!wanted.success) return wrong(wanted.error);
          const id = `${RUN}${String(runs.size + 1).padStart(12, '0')}`;
          const status = effect.reportStatus ?? 'Job Completed';
          runs.set(id, { wanted: wanted.data, status, polls: 0 });
          nextPageFails = effect.failsMidway === true;
          return { status: 200, body: { report_run_id: id } };
        },
      },
      {
        purpose: 'spend',
        method: 'GET',
        path: /^\/v\d+\.0\/(?<run>8877\d{12})$/,
        handle({ groups }) {
          const run = runs.get(groups.run ?? '');
          if (run === undefined) return missing(groups.run ?? '');
          run.polls += 1;
          const isDone = run.polls > 1;
          const body = {
            id: groups.run,
            async_status: isDone ? run.status : 'Job Running',
            async_percent_completion: isDone ? 100 : 50,
          };
          return { status: 200, body };
        },
      },
      {
        purpose: 'spend',
        method: 'GET',
        path: /^\/v\d+\.0\/(?<run>8877\d{12})\/insights$/,
        handle(request, effect) {
          const run = runs.get(request.groups.run ?? '');
          if (run === undefined) return missing(request.groups.run ?? '');
          if (run.polls < 2)
            return metaError({ code: 2601, message: '(#2601) The report is not ready yet.' });
          return page(run.wanted, request, effect);
        },
      },
    ],
    forget() {
      runs.clear();
      nextPageFails = false;
    },
  };
}

function describe(account: MetaAccount, spend: SpendFigures): object {
  const { currency, timeZone } = spend.settings(account);
  return { id: `act_${account.adAccount}`, currency, timezone_name: timeZone };
}

function wrong(error: z.ZodError): MockAnswer {
  const [issue] = error.issues;
  const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : String(issue?.path[0] ?? '');
  return metaError({ code: 100, message: `(#100) Param ${name} is invalid: ${issue?.message}` });
}

/** Numbers are texts, amounts in units of the account's currency; the days of the row are always told. */
function rowOf(figure: SpendFigure, fields: readonly string[], currency: string): object {
  const values: Readonly<Record<string, string>> = {
    campaign_id: figure.campaignId,
    campaign_name: figure.campaign,
    spend: decimalOf(figure.micros),
    impressions: `${figure.impressions}`,
    clicks: `${figure.clicks}`,
    account_currency: currency,
  };
  const told = Object.fromEntries(fields.map((field) => [field, values[field]]));
  return { ...told, date_start: figure.date, date_stop: figure.date };
}
