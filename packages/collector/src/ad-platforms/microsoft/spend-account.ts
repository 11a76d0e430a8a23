import { z } from 'zod';
import type { PlatformConnection, SpendAccount } from '../adapter.ts';
import { platformAnswer } from '../exchange/platform-answer.ts';
import { SpendNotRead, unreadable } from '../spend/spend-not-read.ts';
import { askMicrosoft, type MicrosoftApi } from './ask.ts';
import { ZONES_OF_MICROSOFT } from './time-zones.ts';

const Answer = z.object({
  Account: z.object({ CurrencyCode: z.string().min(3), TimeZone: z.string().nullish() }),
});

/**
 * Currency and time zone of an account.
 * @see https://learn.microsoft.com/en-us/advertising/customer-management-service/getaccount
 */
export async function microsoftSpendAccount(
  api: MicrosoftApi,
  { connection, account }: { readonly connection: PlatformConnection; readonly account: string },
  signal: AbortSignal,
): Promise<SpendAccount> {
  const { answer, json } = await askMicrosoft(
    api,
    {
      service: 'CustomerManagement',
      path: 'Account/Query',
      body: { AccountId: account },
      connection: { ...connection, account },
      read: (exchange) => platformAnswer(exchange, { class: 'delivered' }),
    },
    signal,
  );
  if (answer.class !== 'delivered') throw new SpendNotRead(answer);
  const parsed = Answer.safeParse(json);
  if (!parsed.success) throw unreadable('currency and time zone of the account');
  const { CurrencyCode, TimeZone } = parsed.data.Account;
  const zone = TimeZone ?? '';
  return {
    account,
    currency: CurrencyCode,
    timeZone: ZONES_OF_MICROSOFT.get(zone) ?? null,
    platformTimeZone: zone,
  };
}
