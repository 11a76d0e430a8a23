import { bearerOf } from '../bearer-of.ts';
import type { GoogleAccount } from '../mock-accounts.ts';
import type { MockPlatform } from '../mock-platform.ts';
import type { MockAnswer, MockRequest } from '../mock-request.ts';
import { openConversions } from '../open-conversions.ts';
import type { Tokens } from '../open-tokens.ts';
import { openSpendFigures } from '../spend-figures.ts';
import { googleError } from './google-answer.ts';
import { GOOGLE_FAULTS } from './google-faults.ts';
import { ingestEvents } from './ingest-events.ts';
import { openRequests } from './open-requests.ts';
import { searchStream } from './search-stream.ts';
import type { ServiceAccount } from './service-account.ts';
import { GOOGLE_SPEND_FAULTS } from './spend-faults.ts';
import { GOOGLE_SCOPES, type GoogleClient, googleToken } from './token-endpoint.ts';

type Google = {
  readonly account: GoogleAccount;
  readonly tokens: Tokens;
  readonly client: GoogleClient;
  readonly serviceAccount: ServiceAccount;
  readonly now: () => number;
  /** The clock of what Google does between taking a request and deciding it. */
  readonly processingNow: () => number;
  readonly processingMs: number;
  readonly pageSize: number;
};

const [DATA_MANAGER_SCOPE = '', ADWORDS_SCOPE = ''] = GOOGLE_SCOPES;

/** Google: the token endpoint, the Data Manager API, and of the Google Ads API what tells of spend. */
export function openGoogle(google: Google): MockPlatform {
  const conversions = openConversions();
  const requests = openRequests(google.processingMs, google.processingNow);
  const spend = openSpendFigures();
  const held = { account: google.account, conversions, requests, now: google.now };
  return {
    conversions,
    spend,
    faults: { ...GOOGLE_FAULTS, ...GOOGLE_SPEND_FAULTS },
    expire: (request) => google.tokens.expire(bearerOf(request) ?? ''),
    forget() {
      conversions.forget();
      requests.forget();
      spend.forget();
    },
    operations: [
      {
        purpose: 'token',
        method: 'POST',
        path: /^\/token$/,
        handle: (request) => googleToken(request, google),
      },
      {
        purpose: 'send',
        method: 'POST',
        path: /^\/v1\/events:ingest$/,
        handle: (request, effect) =>
          unauthenticated(request, google.tokens, DATA_MANAGER_SCOPE) ?? ingestEvents(request, effect, held),
      },
      {
        purpose: 'verify',
        method: 'GET',
        path: /^\/v1\/requestStatus:retrieve$/,
        handle: (request) =>
          unauthenticated(request, google.tokens, DATA_MANAGER_SCOPE) ??
          requests.status(request.query.get('requestId') ?? ''),
      },
      {
        purpose: 'spend',
        method: 'POST',
        path: /^\/v\d+\/customers\/(?<customer>\d+)\/googleAds:searchStream$/,
        handle: (request, effect) =>
          unauthenticated(request, google.tokens, ADWORDS_SCOPE) ??
          searchStream(request, effect, { account: google.account, spend, pageSize: google.pageSize }),
      },
    ],
  };
}

/** Null for a request with a token that is valid for an API. */
function unauthenticated(request: MockRequest, tokens: Tokens, wanted: string): MockAnswer | null {
  const bearer = bearerOf(request);
  const scope = bearer === null ? null : tokens.scopeOf(bearer);
  if (scope === null || scope === 'expired')
    return googleError({
      status: 401,
      code: 'UNAUTHENTICATED',
      message: 'Request had invalid authentication credentials. Expected OAuth 2 access token.',
      reason:
        bearer === null
          ? 'CREDENTIALS_MISSING'
          : `ACCESS_TOKEN_${scope === null ? 'TYPE_UNSUPPORTED' : 'EXPIRED'}`,
      domain: 'googleapis.com',
    });
  if (scope.split(' ').includes(wanted)) return null;
  return googleError({
    status: 403,
    code: 'PERMISSION_DENIED',
    message: 'Request had insufficient authentication scopes.',
    reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
    domain: 'googleapis.com',
  });
}
