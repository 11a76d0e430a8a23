import { z } from 'zod';
import { parseJson } from '../formats.ts';
import type { MicrosoftAccount } from '../mock-accounts.ts';
import type { MockAnswer, MockRequest } from '../mock-request.ts';
import type { SpendFigures } from '../spend-figures.ts';
import { adApiFault, apiFault } from './microsoft-answer.ts';
import { CODES } from './microsoft-codes.ts';

const AccountRequest = z.strictObject({ AccountId: z.string() });

/**
 * `POST /CustomerManagement/v13/Account/Query`
 * (learn.microsoft.com/en-us/advertising/customer-management-service/getaccount).
 */
export function queryAccount(
  { body }: MockRequest,
  account: MicrosoftAccount,
  spend: SpendFigures,
): MockAnswer {
  const parsed = AccountRequest.safeParse(parseJson(body));
  if (!parsed.success) return apiFault(400, CODES.nullRequest, 'The request could not be read.');
  if (parsed.data.AccountId !== account.account) return adApiFault(403, CODES.notAuthorized);
  const { currency, timeZone } = spend.settings(account);
  const Account = { Id: account.account, CurrencyCode: currency, TimeZone: timeZone, Name: 'Shop' };
  return { status: 200, body: { Account } };
}
