import { AuthorizationParams, DecidedAuthorizationResponse } from '@cvq/contract';
import { denyAuthorization as deny } from '../../grants/authorizations.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asDecider } from '../session/as-decider.ts';

export const denyAuthorization = defineDashboardOperation({
  name: 'deny_authorization',
  tag: 'Applications',
  method: 'DELETE',
  path: '/authorizations/{authorization}',
  summary: 'Let an application not in',
  description: 'It is told that the person refused. What was allowed it before stays.',
  who: 'person',
  stepUp: false,
  params: AuthorizationParams,
  response: DecidedAuthorizationResponse,
  errors: ['not_found'],
  async run({ by, args: { authorization } }, deps) {
    return { data: { redirect_to: await deny(asDecider(by, deps), authorization) } };
  },
});
