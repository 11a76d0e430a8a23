import { z } from 'zod';
import { parseJson } from '../formats.ts';
import type { GoogleAccount } from '../mock-accounts.ts';
import type { Effect, MockAnswer, MockRequest } from '../mock-request.ts';
import type { SpendFigure, SpendFigures } from '../spend-figures.ts';
import { googleAdsError, streamError } from './google-ads-error.ts';

const Search = z.strictObject({ query: z.string() });
const QUERY = /^\s*SELECT\s+(?<fields>[\w.,\s]+?)\s+FROM\s+(?<from>\w+)(?:\s+WHERE\s+(?<where>.+?))?\s*$/s;
const BETWEEN = /^segments\.date\s+BETWEEN\s+'(?<first>\d{4}-\d\d-\d\d)'\s+AND\s+'(?<last>\d{4}-\d\d-\d\d)'$/;
const OF_CUSTOMER = ['customer.id', 'customer.currency_code', 'customer.time_zone'];
const OF_CAMPAIGN = [
  ...['segments.date', 'campaign.id', 'campaign.name'],
  ...['metrics.cost_micros', 'metrics.clicks', 'metrics.impressions'],
];

type Stream = {
  readonly account: GoogleAccount;
  readonly spend: SpendFigures;
  readonly pageSize: number;
};

/**
 * `POST /v26/customers/{id}/googleAds:searchStream`: a list of chunks. 64-bit integers are texts
 * (developers.google.com/google-ads/api/docs/reporting/streaming).
 */
export function searchStream(request: MockRequest, effect: Effect, stream: Stream): MockAnswer {
  const { account, spend, pageSize } = stream;
  const denied = deniedTo(request, account);
  if (denied !== null) return denied;
  const body = Search.safeParse(parseJson(request.body));
  const { fields = '', from = '', where } = QUERY.exec(body.data?.query ?? '')?.groups ?? {};
  const selected = fields.split(',').map((field) => field.trim());
  if (!body.success || fields === '') return wrongQuery('UNEXPECTED_INPUT');
  const settings = spend.settings(account);
  const customer = {
    'customer.id': account.account,
    'customer.currency_code': settings.currency,
    'customer.time_zone': settings.timeZone,
  };
  if (from === 'customer') {
    if (where !== undefined || !selected.every((field) => OF_CUSTOMER.includes(field)))
      return wrongQuery('UNRECOGNIZED_FIELD');
    return chunks([rowOf(selected, customer)], { selected, pageSize });
  }
  const range = BETWEEN.exec(where ?? '')?.groups;
  if (from !== 'campaign') return wrongQuery('BAD_RESOURCE_TYPE_IN_FROM_CLAUSE');
  if (!selected.every((field) => [...OF_CAMPAIGN, ...OF_CUSTOMER].includes(field)))
    return wrongQuery('UNRECOGNIZED_FIELD');
  if (range === undefined) return wrongQuery('EXPECTED_FILTERS_ON_DATE_RANGE');
  const figures = spend.between(range.first ?? '', range.last ?? '');
  const rows = figures.map((figure) => rowOf(selected, { ...customer, ...valuesOf(figure) }));
  return chunks(rows, { selected, pageSize: effect.failsMidway ? 1 : pageSize, ...effect });
}

function deniedTo({ groups, headers }: MockRequest, account: GoogleAccount): MockAnswer | null {
  const login = headers['login-customer-id'];
  const isThrough = login === undefined || login === account.loginAccount || login === account.account;
  if (groups.customer === account.account && isThrough) return null;
  return streamError({
    status: 403,
    code: 'PERMISSION_DENIED',
    errorCode: { authorizationError: 'USER_PERMISSION_DENIED' },
    message: "User doesn't have permission to access customer.",
  });
}

function wrongQuery(queryError: string): MockAnswer {
  return streamError({
    ...{ status: 400, code: 'INVALID_ARGUMENT', message: 'Error in query.' },
    errorCode: { queryError },
  });
}

function valuesOf({ date, campaignId, campaign, micros, clicks, impressions }: SpendFigure) {
  return {
    'segments.date': date,
    'campaign.id': campaignId,
    'campaign.name': campaign,
    'metrics.cost_micros': micros,
    'metrics.clicks': `${clicks}`,
    'metrics.impressions': `${impressions}`,
  };
}

type Row = Record<string, Record<string, string>>;

/** `campaign.id` is `{"campaign":{"id":…}}`, in camel case. */
function rowOf(selected: readonly string[], values: Readonly<Record<string, string>>): Row {
  const row: Row = {};
  for (const field of selected) {
    const [resource = '', name = ''] = field.split('.');
    row[resource] = { ...row[resource], [camel(name)]: values[field] ?? '' };
  }
  return row;
}

function chunks(
  rows: readonly Row[],
  { selected, pageSize, failsMidway }: { selected: readonly string[]; pageSize: number } & Effect,
): MockAnswer {
  const fieldMask = selected.map(camel).join(',');
  const body: object[] = [];
  for (let from = 0; from < rows.length; from += pageSize)
    body.push({ results: rows.slice(from, from + pageSize), fieldMask, requestId: 'mock-search' });
  const failure = googleAdsError({
    ...{ status: 500, code: 'INTERNAL', message: 'An internal error has occurred.' },
    errorCode: { internalError: 'INTERNAL_ERROR' },
  });
  return { status: 200, body: failsMidway ? [...body.slice(0, 1), failure] : body };
}

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
