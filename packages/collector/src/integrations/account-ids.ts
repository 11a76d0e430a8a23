import type { AdPlatform } from '@cvq/contract';
import type { Integration } from '@cvq/storage';
import { Refused } from '../accounts/refused.ts';
import { requireReadable } from './require-readable.ts';

type AccountIds = Pick<Integration, 'account' | 'loginAccount' | 'spendAccount'>;
type Field = 'account_id' | 'login_account_id' | 'spend_account_id';
type Form = {
  /** What people may write between the digits. */
  readonly separators: RegExp;
  readonly digits: RegExp;
  /** What stands before the digits; people may leave it out. */
  readonly prefix?: string;
  /** Where the id is found, as a sentence. */
  readonly where: string;
};

const DIGITS = /^\d{1,20}$/;

/** What the ids of each platform look like; null where it has none of the kind. */
const FORMS: Readonly<Record<AdPlatform, Readonly<Record<Field, Form | null>>>> = {
  google_ads: {
    account_id: {
      separators: /[- ]/g,
      digits: /^\d{10}$/,
      where:
        'Use the ten digits of the account that Google Ads shows at the top right, such as 123-456-7890.',
    },
    login_account_id: {
      separators: /[- ]/g,
      digits: /^\d{10}$/,
      where: 'Use the ten digits of the manager account, such as 123-456-7890.',
    },
    spend_account_id: {
      separators: /[- ]/g,
      digits: /^\d{10}$/,
      where: 'Use the ten digits of the account that runs the ads, such as 123-456-7890.',
    },
  },
  meta_ads: {
    account_id: {
      separators: /\s/g,
      digits: /^\d{8,20}$/,
      where: 'Use the id of the dataset (pixel) that Events Manager shows in its settings, digits only.',
    },
    login_account_id: null,
    spend_account_id: {
      separators: /\s/g,
      digits: DIGITS,
      prefix: 'act_',
      where:
        'Use the id of the ad account: act in the address of Meta Ads Manager, such as act_1234567890, and not the id of the dataset.',
    },
  },
  microsoft_ads: {
    account_id: {
      separators: /\s/g,
      digits: DIGITS,
      where:
        'Use the account id, digits only: aid in the address of Microsoft Advertising, and not the account number with letters.',
    },
    login_account_id: {
      separators: /\s/g,
      digits: DIGITS,
      where: 'Use the customer id, digits only: cid in the address of Microsoft Advertising.',
    },
    spend_account_id: null,
  },
};

/** What is wrong with an id that a platform has none of. */
const NOT_THERE: Readonly<Record<Field, (platform: AdPlatform) => string>> = {
  account_id: (platform) => `Integrations with ${platform} have no account.`,
  login_account_id: (platform) => `Accounts of ${platform} are not reached through another one.`,
  spend_account_id: (platform) => `What ads of ${platform} cost is read from the account itself.`,
};

/** Whether accounts are only reached through another one. */
const NEEDS_LOGIN_ACCOUNT: Readonly<Record<AdPlatform, boolean>> = {
  google_ads: false,
  meta_ads: false,
  microsoft_ads: true,
};

/**
 * The ids of accounts as the platform takes them: digits, without what people write between them.
 * @throws Refused naming the field, with where the id is found
 */
export function parseAccountIds(platform: AdPlatform, given: AccountIds): AccountIds {
  const parse = (field: Field, text: string | null) =>
    text === null ? null : parseId(platform, field, text);
  const account = parseId(platform, 'account_id', given.account);
  const loginAccount = parse('login_account_id', given.loginAccount);
  const spendAccount = parse('spend_account_id', given.spendAccount);
  if (loginAccount !== null || !NEEDS_LOGIN_ACCOUNT[platform]) return { account, loginAccount, spendAccount };
  throw new Refused('bad_value', {
    field: 'login_account_id',
    problem: `An account of ${platform} is reached through its customer, which is missing.`,
    fix: FORMS[platform].login_account_id?.where ?? '',
  });
}

function parseId(platform: AdPlatform, field: Field, text: string): string {
  const form = FORMS[platform][field];
  if (form === null)
    throw new Refused('bad_value', {
      field,
      problem: NOT_THERE[field](platform),
      fix: 'Leave it out.',
    });
  requireReadable(text, { field });
  const { prefix = '' } = form;
  const written = text.trim().replace(form.separators, '');
  const id = written.startsWith(prefix) ? written.slice(prefix.length) : written;
  if (form.digits.test(id)) return `${prefix}${id}`;
  throw new Refused('bad_value', { field, problem: `Invalid id: ${text}.`, fix: form.where });
}
