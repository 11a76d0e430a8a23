import { AllowAuthorizationBody, AuthorizationParams, DecidedAuthorizationResponse } from '@cvq/contract';
import { allowAuthorization as allow, isWrite } from '../../grants/authorizations.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asDecider } from '../session/as-decider.ts';
import { requireStepUp } from '../session/require-who.ts';

export const allowAuthorization = defineDashboardOperation({
  name: 'allow_authorization',
  tag: 'Applications',
  method: 'POST',
  path: '/authorizations/{authorization}/allow',
  summary: 'Let an application in',
  description:
    'For the scopes and projects that the person chose. What was allowed the application before is replaced. A scope that changes something is answered step_up_required until the password is given again.',
  who: 'person',
  stepUp: false,
  params: AuthorizationParams,
  body: AllowAuthorizationBody,
  response: DecidedAuthorizationResponse,
  errors: ['not_found', 'step_up_required'],
  async run({ by, args: { authorization, as_superadmin, scopes, projects } }, deps) {
    if (scopes.some(isWrite)) requireStepUp(by, deps.now());
    const chosen = { id: authorization, scopes, asSuperadmin: as_superadmin };
    return {
      data: { redirect_to: await allow(asDecider(by, deps), { ...chosen, projects: projects ?? 'all' }) },
    };
  },
});
