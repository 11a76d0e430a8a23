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
export function openInsights(of: Insights): {
  readonly operations: readonly Operation[];
  forget(): void;
} {
  const reports = new Reports(of);
  return {
    operations: [
      {
        purpose: 'spend',
        method: 'GET',
        path: /^\/v\d+\.0\/act_(?<adAccount>\d+)$/,
        handle: (request) => denied(request, of) ?? { status: 200, body: describe(of) },
      },
      {
        purpose: 'spend',
        method: 'GET',
        path: /^\/v\d+\.0\/act_(?<adAccount>\d+)\/insights$/,
        handle: (request, effect) => denied(request, of) ?? reports.atOnce(request, effect),
      },
      {
        purpose: 'spend',
        method: 'POST',
        path: /^\/v\d+\.0\/act_(?<adAccount>\d+)\/insights$/,
        handle: (request, effect) => denied(request, of) ?? reports.begin(request, effect),
      },
      {
        purpose: 'spend',
        method: 'GET',
        path: /^\/v\d+\.0\/(?<run>8877\d{12})$/,
        handle: (request) => reports.poll(request),
      },
      {
        purpose: 'spend',
        method: 'GET',
        path: /^\/v\d+\.0\/(?<run>8877\d{12})\/insights$/,
        handle: (request, effect) => reports.pageOfRun(request, effect),
      },
    ],
    forget: () => reports.forget(),
  };
}

/** What insights tell, and the runs that were begun. */
class Reports {
  readonly #of: Insights;
  readonly #runs = new Map<string, Run>();
  #nextPageFails = false;

  constructor(of: Insights) {
    this.#of = of;
  }

  atOnce(request: MockRequest, effect: Effect): MockAnswer {
    const { limit: _, after: __, ...given } = Object.fromEntries(request.query);
    const wanted = Parameters.safeParse(given);
    return wanted.success ? this.#page(wanted.data, request, effect) : wrong(wanted.error);
  }

  begin(request: MockRequest, effect: Effect): MockAnswer {
    const body = parseJson(request.body);
    const wanted = Parameters.safeParse(isObject(body) ? body : null);
    if (!wanted.success) return wrong(wanted.error);
    const id = `${RUN}${String(this.#runs.size + 1).padStart(12, '0')}`;
    const status = effect.reportStatus ?? 'Job Completed';
    this.#runs.set(id, { wanted: wanted.data, status, polls: 0 });
    this.#nextPageFails = effect.failsMidway === true;
    return { status: 200, body: { report_run_id: id } };
  }

  /** A run is done when it is asked for the second time. */
  poll({ groups }: MockRequest): MockAnswer {
    const run = this.#runs.get(groups.run ?? '');
    if (run === undefined) return missing(groups.run ?? '');
    run.polls += 1;
    const isDone = run.polls > 1;
    const body = {
      id: groups.run,
      async_status: isDone ? run.status : 'Job Running',
      async_percent_completion: isDone ? 100 : 50,
    };
    return { status: 200, body };
  }

  pageOfRun(request: MockRequest, effect: Effect): MockAnswer {
    const run = this.#runs.get(request.groups.run ?? '');
    if (run === undefined) return missing(request.groups.run ?? '');
    if (run.polls < 2) return metaError({ code: 2601, message: '(#2601) The report is not ready yet.' });
    return this.#page(run.wanted, request, effect);
  }

  forget(): void {
    this.#runs.clear();
    this.#nextPageFails = false;
  }

  #page(wanted: Wanted, { query }: MockRequest, effect: Effect): MockAnswer {
    const { account, spend, pageSize } = this.#of;
    const parsed = Page.safeParse(Object.fromEntries(query));
    if (!parsed.success) return metaError({ code: 100, message: '(#100) Param limit is invalid' });
    if (parsed.data.after !== undefined && this.#nextPageFails) {
      this.#nextPageFails = false;
      return metaError({ status: 500, code: 2, message: 'Service temporarily unavailable' });
    }
    this.#nextPageFails ||= effect.failsMidway === true;
    const size = this.#nextPageFails ? 1 : Math.min(parsed.data.limit ?? 25, pageSize);
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
}

/** Null where the account of the request is ours. */
function denied({ groups }: MockRequest, { account }: Insights): MockAnswer | null {
  if (groups.adAccount === account.adAccount) return null;
  const message = '(#200) Ad account owner has NOT grant ads_management or ads_read permission';
  return metaError({ status: 403, code: 200, message });
}

function describe({ account, spend }: Insights): object {
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
