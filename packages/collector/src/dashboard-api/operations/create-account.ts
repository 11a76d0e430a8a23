import { AccountResponse, CreateAccountBody } from '@cvq/contract';
import { createAccount as create } from '../../accounts/accounts.ts';
import { accountJson } from '../account-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const createAccount = defineDashboardOperation({
  name: 'create_account',
  tag: 'Accounts',
  method: 'POST',
  path: '/accounts',
  summary: 'Make an account',
  description: 'It has nobody in it yet: invite its owner.',
  who: 'superadmin',
  stepUp: true,
  body: CreateAccountBody,
  response: AccountResponse,
  async run({ by, args }, deps) {
    return { data: await accountJson(await create(asPerson(by, deps), args), deps) };
  },
});
