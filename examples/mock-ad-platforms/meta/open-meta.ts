import { bearerOf } from '../bearer-of.ts';
import { isObject, parseJson } from '../formats.ts';
import type { MetaAccount } from '../mock-accounts.ts';
import type { MockPlatform } from '../mock-platform.ts';
import type { Effect, MockAnswer, MockRequest } from '../mock-request.ts';
import { openConversions } from '../open-conversions.ts';
import { openSpendFigures } from '../spend-figures.ts';
import { openInsights } from './insights.ts';
import { metaError, missing } from './meta-error.ts';
import { META_FAULTS } from './meta-faults.ts';
import { META_SPEND_FAULTS } from './spend-faults.ts';
import { takeEvents } from './take-events.ts';

type Meta = {
  readonly account: MetaAccount;
  /** A new token of a system user. */
  readonly newToken: () => string;
  readonly now: () => number;
  readonly memoryNow: () => number;
  readonly pageSize: number;
};

type MetaPlatform = MockPlatform & {
  /** The token that is valid: another one after it was made to expire. */
  token(): string;
  /** All that there ever were. */
  tokens(): readonly string[];
};

/** Meta: the Conversions API, and what Insights tell of spend. Its tokens last until they are taken back. */
export function openMeta({ account, newToken, now, memoryNow, pageSize }: Meta): MetaPlatform {
  const conversions = openConversions();
  const expired: string[] = [];
  let token = newToken();
  const spend = openSpendFigures();
  const insights = openInsights({ account, spend, pageSize });
  const unauthenticated = (request: MockRequest) => tokenRefusal(request, { token, expired });
  const refused = (request: MockRequest): MockAnswer | null =>
    unauthenticated(request) ??
    (request.groups.dataset === account.dataset ? null : missing(request.groups.dataset ?? ''));
  return {
    conversions,
    spend,
    faults: { ...META_FAULTS, ...META_SPEND_FAULTS },
    token: () => token,
    tokens: () => [...expired, token],
    expire() {
      expired.push(token);
      token = newToken();
    },
    forget() {
      conversions.forget();
      spend.forget();
      insights.forget();
    },
    operations: [
      ...insights.operations.map((operation) => ({
        ...operation,
        handle: (request: MockRequest, effect: Effect) =>
          unauthenticated(request) ?? operation.handle(request, effect),
      })),
      {
        purpose: 'send',
        method: 'POST',
        path: /^\/v\d+\.0\/(?<dataset>\d+)\/events$/,
        handle: (request) => refused(request) ?? takeEvents(request, { conversions, now, memoryNow }),
      },
      {
        purpose: 'query',
        method: 'GET',
        path: /^\/v\d+\.0\/(?<dataset>\d+)$/,
        handle: (request) =>
          refused(request) ?? { status: 200, body: { id: account.dataset, name: account.name } },
      },
    ],
  };
}

type Tokens = { readonly token: string; readonly expired: readonly string[] };

/** Null for a request with the token that is valid. */
function tokenRefusal(request: MockRequest, { token, expired }: Tokens): MockAnswer | null {
  const given = tokenOf(request) ?? '';
  if (given === token) return null;
  if (!expired.includes(given))
    return metaError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' });
  const message = 'Error validating access token: Session has expired';
  return metaError({ code: 190, subcode: 463, message });
}

/** In the body, where cvq sends it, or where else Meta takes it. */
function tokenOf(request: MockRequest): string | null {
  const body = parseJson(request.body);
  const inBody = isObject(body) && typeof body.access_token === 'string' ? body.access_token : null;
  return inBody ?? bearerOf(request) ?? request.query.get('access_token');
}
