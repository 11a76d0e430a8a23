import { SignedInResponse, StepUpBody } from '@cvq/contract';
import { defineDashboardOperation } from '../operation.ts';
import { auditedSelf } from '../session/audited-self.ts';
import { describeSignedIn } from '../session/describe-signed-in.ts';
import { proveSelf } from '../session/prove-self.ts';

export const stepUp = defineDashboardOperation({
  name: 'step_up',
  tag: 'You',
  method: 'POST',
  path: '/step-up',
  summary: 'Give the password again',
  description: 'For ten minutes it then need not be given for what asks for it.',
  who: 'person',
  stepUp: false,
  body: StepUpBody,
  response: SignedInResponse,
  async run({ by, args, browser }, deps) {
    await proveSelf({ user: by.user, password: args.password, field: 'password', browser }, deps);
    const provenAt = deps.now();
    const make = () => deps.control.changeSession(by.session.id, { provenAt });
    await auditedSelf(by.user, { action: 'step_up', make }, deps);
    return { data: await describeSignedIn({ ...by, session: { ...by.session, provenAt } }, deps) };
  },
});
