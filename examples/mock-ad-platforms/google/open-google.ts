import { bearerOf } from '../bearer-of.ts';
import type { GoogleAccount } from '../mock-accounts.ts';
import type { MockPlatform } from '../mock-platform.ts';
import type { MockAnswer, MockRequest } from '../mock-request.ts';
import { openConversions } from '../open-conversions.ts';
import type { Tokens } from '../open-tokens.ts';
import { googleError } from './google-answer.ts';
import { GOOGLE_FAULTS } from './google-faults.ts';
import { ingestEvents } from './ingest-events.ts';
import { openRequests } from './open-requests.ts';
import type { ServiceAccount } from './service-account.ts';
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
};

const [DATA_MANAGER_SCOPE = ''] = GOOGLE_SCOPES;

/** Google: the token endpoint and the Data Manager API. The Google Ads API has its place here too, at `/v26/customers/…`. */
export function openGoogle(google: Google): MockPlatform {
  const conversions = openConversions();
  const requests = openRequests(google.processingMs, google.processingNow);
  const held = { account: google.account, conversions, requests, now: google.now };
  return {
    conversions,
    faults: GOOGLE_FAULTS,
    expire: (request) => google.tokens.expire(bearerOf(request) ?? ''),
    forget() {
      conversions.forget();
      requests.forget();
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
          unauthenticated(request, google.tokens) ?? ingestEvents(request, effect, held),
      },
      {
        purpose: 'verify',
        method: 'GET',
        path: /^\/v1\/requestStatus:retrieve$/,
        handle: (request) =>
          unauthenticated(request, google.tokens) ?? requests.status(request.query.get('requestId') ?? ''),
      },
    ],
  };
}

/** Null for a request with a token that is valid for the Data Manager API. */
function unauthenticated(request: MockRequest, tokens: Tokens): MockAnswer | null {
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
  if (scope.split(' ').includes(DATA_MANAGER_SCOPE)) return null;
  return googleError({
    status: 403,
    code: 'PERMISSION_DENIED',
    message: 'Request had insufficient authentication scopes.',
    reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
    domain: 'googleapis.com',
  });
}
