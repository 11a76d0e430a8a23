import { bearerOf } from '../bearer-of.ts';
import type { MicrosoftAccount } from '../mock-accounts.ts';
import type { MockPlatform } from '../mock-platform.ts';
import type { MockAnswer, MockRequest } from '../mock-request.ts';
import { openConversions } from '../open-conversions.ts';
import type { Tokens } from '../open-tokens.ts';
import { openSpendFigures } from '../spend-figures.ts';
import { applyConversions } from './apply-conversions.ts';
import type { Grants, MicrosoftClient } from './grants.ts';
import { adApiFault } from './microsoft-answer.ts';
import { CODES } from './microsoft-codes.ts';
import { MICROSOFT_FAULTS } from './microsoft-faults.ts';
import { openReports } from './open-reports.ts';
import { queryAccount } from './query-account.ts';
import { queryGoals } from './query-goals.ts';
import { MICROSOFT_SPEND_FAULTS } from './spend-faults.ts';

type Microsoft = {
  readonly account: MicrosoftAccount;
  readonly client: MicrosoftClient;
  readonly tokens: Tokens;
  readonly grants: Grants;
  readonly now: () => number;
  /** Where files of reports are downloaded. */
  readonly address: () => string;
};

/** Microsoft Advertising: the login, offline conversions, goals, the account and reports of spend. */
export function openMicrosoft(microsoft: Microsoft): MockPlatform {
  const { account, grants, tokens, now } = microsoft;
  const conversions = openConversions();
  const spend = openSpendFigures();
  const reports = openReports({ account, spend, now, address: microsoft.address });
  return {
    conversions,
    spend,
    faults: { ...MICROSOFT_FAULTS, ...MICROSOFT_SPEND_FAULTS },
    expire: (request) => tokens.expire(bearerOf(request) ?? ''),
    forget() {
      conversions.forget();
      spend.forget();
      reports.forget();
    },
    operations: [
      {
        purpose: 'query',
        method: 'GET',
        path: /^\/common\/oauth2\/v2\.0\/authorize$/,
        handle: grants.authorize,
      },
      { purpose: 'token', method: 'POST', path: /^\/common\/oauth2\/v2\.0\/token$/, handle: grants.token },
      {
        purpose: 'send',
        method: 'POST',
        path: /^\/CampaignManagement\/v13\/OfflineConversions\/Apply$/,
        handle: (request, effect) =>
          refused(request, microsoft) ?? applyConversions(request, effect, { account, conversions, now }),
      },
      {
        purpose: 'query',
        method: 'POST',
        path: /^\/CampaignManagement\/v13\/ConversionGoals\/QueryBy(?:Tag)?Ids$/,
        handle: (request) => refused(request, microsoft) ?? queryGoals(request, account),
      },
      {
        purpose: 'spend',
        method: 'POST',
        path: /^\/CustomerManagement\/v13\/Account\/Query$/,
        handle: (request) => refused(request, microsoft) ?? queryAccount(request, account, spend),
      },
      {
        purpose: 'spend',
        method: 'POST',
        path: /^\/Reporting\/v13\/GenerateReport\/Submit$/,
        handle: (request, effect) => refused(request, microsoft) ?? reports.submit(request, effect),
      },
      {
        purpose: 'spend',
        method: 'POST',
        path: /^\/Reporting\/v13\/GenerateReport\/Poll$/,
        handle: (request) => refused(request, microsoft) ?? reports.poll(request),
      },
      {
        purpose: 'spend',
        method: 'GET',
        path: /^\/reports\/(?<report>\d+)\.zip$/,
        handle: reports.download,
      },
    ],
  };
}

/** Null for a request whose headers name who calls and which account is meant. */
function refused(request: MockRequest, { account, client, tokens }: Microsoft): MockAnswer | null {
  const { developertoken, customerid, customeraccountid } = request.headers;
  const scope = tokens.scopeOf(bearerOf(request) ?? '');
  if (scope === null || developertoken !== client.developer_token)
    return adApiFault(401, CODES.invalidCredentials);
  if (scope === 'expired') return adApiFault(401, CODES.tokenExpired);
  if (customerid === undefined || customeraccountid === undefined)
    return adApiFault(400, CODES.customerIdMissing);
  const isReachable = customerid === account.customer && customeraccountid === account.account;
  return isReachable ? null : adApiFault(403, CODES.notAuthorized);
}
