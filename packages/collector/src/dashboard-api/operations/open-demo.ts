import { OpenDemoBody, SignedInResponse } from '@cvq/contract';
import { defineDashboardOperation } from '../operation.ts';
import { auditedSelf } from '../session/audited-self.ts';
import { findLink } from '../session/redeem-link.ts';
import { signInAs } from '../session/sign-in-as.ts';

export const openDemo = defineDashboardOperation({
  name: 'open_demo',
  tag: 'Signing in',
  method: 'POST',
  path: '/open-demo',
  summary: 'Sign in as the owner of the demo',
  description:
    'With the link that `npm start` prints, on the own machine alone and until there is a person. It works until the collector starts again.',
  who: 'anybody',
  stepUp: false,
  body: OpenDemoBody,
  response: SignedInResponse,
  errors: ['link_gone'],
  async run({ args, browser }, deps) {
    await findLink(args.token, 'demo', deps);
    const make = () => signInAs(null, browser, deps);
    return { data: await auditedSelf(null, { action: 'open_demo', make }, deps) };
  },
});
