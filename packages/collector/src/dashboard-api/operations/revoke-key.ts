import { DONE, DoneResponse, KeyParams } from '@cvq/contract';
import { revokeKey as endKey } from '../../accounts/keys.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const revokeKey = defineDashboardOperation({
  name: 'revoke_key',
  tag: 'Keys',
  method: 'DELETE',
  path: '/keys/{key}',
  summary: 'Revoke a key',
  description: 'The next request with it is refused. It cannot be undone.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: KeyParams,
  response: DoneResponse,
  errors: ['not_found', 'not_allowed'],
  async run({ by, args }, deps) {
    await endKey(asPerson(by, deps), args.key);
    return DONE;
  },
});
