import { ListAccountsResponse, PLAN_CODES, PLANS } from '@cvq/contract';
import { listAccounts as list } from '../../accounts/accounts.ts';
import { accountJson } from '../account-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const listAccounts = defineDashboardOperation({
  name: 'list_accounts',
  tag: 'Accounts',
  method: 'GET',
  path: '/accounts',
  summary: 'All accounts',
  description: 'Oldest first, with what each has.',
  who: 'superadmin',
  stepUp: false,
  response: ListAccountsResponse,
  async run({ by }, deps) {
    const accounts = await list(asPerson(by, deps));
    const plans = PLAN_CODES.map((code) => {
      const { keys, agency_wide_keys } = PLANS[code];
      return { code, keys, agency_wide_keys };
    });
    const data = await Promise.all(accounts.map((account) => accountJson(account, deps)));
    return { data, meta: { plans } };
  },
});
