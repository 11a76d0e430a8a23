import { AccountParams, AccountResponse, ChangeAccountBody } from '@cvq/contract';
import { changeAccount as changeOf } from '../../accounts/accounts.ts';
import { accountJson } from '../account-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const changeAccount = defineDashboardOperation({
  name: 'change_account',
  tag: 'Accounts',
  method: 'PUT',
  path: '/accounts/{account}',
  summary: 'Change an account',
  description: 'Its admins give it another name. Superadmins change its plan, suspend it and resume it.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: AccountParams,
  body: ChangeAccountBody,
  response: AccountResponse,
  errors: ['not_found'],
  async run({ by, args: { account, name, plan, suspended } }, deps) {
    const change = {
      ...(name !== undefined && { name }),
      ...(plan !== undefined && { plan }),
      ...(suspended !== undefined && { suspended }),
    };
    return { data: await accountJson(await changeOf(asPerson(by, deps), account, change), deps) };
  },
});
