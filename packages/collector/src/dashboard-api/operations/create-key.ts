import { AccountParams, CreateKeyBody, CreateKeyResponse } from '@cvq/contract';
import { createKey as newKey } from '../../accounts/keys.ts';
import { keyJson } from '../key-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const createKey = defineDashboardOperation({
  name: 'create_key',
  tag: 'Keys',
  method: 'POST',
  path: '/accounts/{account}/keys',
  summary: 'Create a key of an account',
  description:
    'The key is in this answer and nowhere else: only its hash is stored. It reaches what the account does, whoever makes it.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: AccountParams,
  body: CreateKeyBody,
  response: CreateKeyResponse,
  errors: ['not_found', 'not_allowed', 'plan_required', 'conflict'],
  async run({ by, args }, deps) {
    const { account: accountId, agency_wide: agencyWide = false, expiry = '90', ...given } = args;
    const { key, token } = await newKey(asPerson(by, deps), { ...given, accountId, agencyWide, expiry });
    return { data: { ...keyJson(key, { now: deps.now(), createdBy: by.user.name }), key: token } };
  },
});
