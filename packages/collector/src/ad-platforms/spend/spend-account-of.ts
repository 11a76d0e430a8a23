import type { AdPlatform } from '@cvq/contract';
import type { Integration } from '@cvq/storage';

/** Whether the account that conversions go to is the one whose ads cost something: a dataset of Meta is no ad account. */
const IS_OWN_ACCOUNT: Readonly<Record<AdPlatform, boolean>> = {
  google_ads: true,
  microsoft_ads: true,
  meta_ads: false,
};

/** The account whose spend is read; null where none is given. */
export function spendAccountOf({
  platform,
  account,
  spendAccount,
}: Pick<Integration, 'platform' | 'account' | 'spendAccount'>): string | null {
  return spendAccount ?? (IS_OWN_ACCOUNT[platform] ? account : null);
}
