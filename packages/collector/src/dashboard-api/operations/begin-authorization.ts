import { BeginAuthorizationBody, BeginAuthorizationResponse } from '@cvq/contract';
import { beginAuthorization as begin } from '../../grants/authorizations.ts';
import { describeRedirect } from '../../grants/redirect-uri.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asDecider } from '../session/as-decider.ts';

export const beginAuthorization = defineDashboardOperation({
  name: 'begin_authorization',
  tag: 'Applications',
  method: 'POST',
  path: '/authorizations',
  summary: 'Look at what an application asks for',
  description:
    'Reads the address that the application sent the browser to. The session that asked can decide on it once, within ten minutes.',
  who: 'person',
  stepUp: false,
  body: BeginAuthorizationBody,
  response: BeginAuthorizationResponse,
  async run({ by, args }, deps) {
    const opened = await begin(asDecider(by, deps), args.query);
    if ('redirectTo' in opened)
      return { data: { asked: null, redirect_to: opened.redirectTo, refusal: opened.refusal } };
    const { id, expiresAt, application, redirectUri, scopes, isSuperadmin, earlier, projects } = opened.asked;
    const { host, isLoopback } = describeRedirect(redirectUri);
    const asked = {
      id,
      expires_at: new Date(expiresAt).toISOString(),
      application: { name: application.name, host: application.host },
      redirect: { host, is_loopback: isLoopback },
      scopes: [...scopes],
      is_superadmin: isSuperadmin,
      earlier: earlier && {
        scopes: [...earlier.scopes],
        projects: earlier.projects === 'all' ? null : [...earlier.projects],
      },
      projects: projects.map(({ id: project, name, domain, role, asSuperadmin }) => ({
        id: project,
        name,
        domain,
        role: role ?? 'viewer',
        as_superadmin: asSuperadmin,
      })),
    };
    return { data: { asked, redirect_to: null, refusal: null } };
  },
});
