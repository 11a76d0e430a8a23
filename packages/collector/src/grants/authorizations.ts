import { type Scope, withImpliedScopes } from '@cvq/contract';
import type { AuthorizationRequest, GrantRecord, ReachedProject, User } from '@cvq/storage';
import { type AccountDeps, personOf } from '../accounts/actor.ts';
import { auditedInEach } from '../accounts/audited-in-each.ts';
import { unknown, unknownProject } from '../accounts/look-up.ts';
import { Refused } from '../accounts/refused.ts';
import { createToken, hashToken, randomBase62 } from '../keys/token.ts';
import type { FindApplication, KnownApplication } from './find-application.ts';
import { forgetEnded } from './forget-ended.ts';
import { AUTHORIZATION_MS, CODE_MS } from './grant-times.ts';
import { logsOfGrant } from './logs-of-grant.ts';
import { OauthRefused } from './oauth-refused.ts';
import { readAuthorization, readRedirect, readState, singleParameter } from './read-authorization.ts';
import { describeRedirect, withParameters } from './redirect-uri.ts';
import { toldOf } from './told-of.ts';

/** A person at a browser who decides what an application may do. */
export type AuthorizationDeps = AccountDeps & {
  /** Of the dashboard: it is the issuer too (RFC 9207). */
  readonly origin: string;
  readonly sessionId: string;
  readonly findApplication: FindApplication;
};

/** What there is to decide. */
type Asked = {
  readonly id: string;
  readonly expiresAt: number;
  readonly application: KnownApplication;
  readonly redirectUri: string;
  /** Without those that the person could make no use of: a viewer's application writes nothing. */
  readonly scopes: readonly Scope[];
  readonly isSuperadmin: boolean;
  /** What the person allows it already; null for nothing. A decision replaces it. */
  readonly earlier: GrantRecord | null;
  /** What the person reaches as a member, and with `asSuperadmin` as a superadmin. */
  readonly projects: readonly (ReachedProject & { readonly asSuperadmin: boolean })[];
};

/**
 * The request of an application, or where a browser takes the refusal of it. `refusal`: what the person is told first, who
 * then goes there by themselves; null where the browser goes at once.
 */
export type OpenedAuthorization =
  | { readonly asked: Asked }
  | { readonly redirectTo: string; readonly refusal: string | null };

/**
 * Open the request of an application, so that the person at this browser can decide on it.
 * @throws Refused where it is not sure who asks, or where the answer would go: then nobody is sent anywhere
 */
export async function beginAuthorization(
  deps: AuthorizationDeps,
  queryText: string,
): Promise<OpenedAuthorization> {
  const user = await personWhoDecides(deps);
  const query = new URLSearchParams(queryText);
  const now = deps.now();
  const clientId = singleParameter(query, 'client_id') ?? '';
  const application = await deps.findApplication(clientId, { by: user.id, now });
  const redirectUri = readRedirect(query, application);
  const state = readState(query);
  const answer = { redirectUri, state };
  const lets = await deps.control.listGrants({ userId: user.id, now });
  const earlier = lets.find(({ applicationId }) => applicationId === application.id) ?? null;
  try {
    const read = readAuthorization(query, deps.origin);
    const request = { ...read, ...answer, applicationId: application.id, applicationName: application.name };
    const projects = await projectsOf(deps, user);
    const scopes = request.scopes.filter((scope) => !isWrite(scope) || projects.some(mayWrite));
    if (scopes.length === 0) return { ...refusedTo(answer, NOTHING_TO_GIVE, deps), refusal: VIEWER };
    await forgetEnded(deps.control, now);
    const id = `aut_${randomBase62(24)}`;
    const expiresAt = now + AUTHORIZATION_MS;
    await deps.control.openAuthorization({ id, sessionId: deps.sessionId, request, expiresAt });
    const { isSuperadmin } = user;
    return { asked: { id, expiresAt, application, redirectUri, scopes, isSuperadmin, earlier, projects } };
  } catch (error) {
    if (!(error instanceof OauthRefused)) throw error;
    const isTrusted = earlier !== null || leadsHome(redirectUri, application);
    const refusal = `The request of the application is wrong. ${error.message}`;
    return { ...refusedTo(answer, error, deps), refusal: isTrusted ? null : refusal };
  }
}

const NOTHING_TO_GIVE = new OauthRefused('access_denied', 'The person may do nothing of what is asked for.');
const VIEWER = 'The application asks only for what changes something, and you can change nothing yourself.';

/**
 * Whether an address is of the own machine, or of who vouches for the application. To any other, a browser that nobody has
 * asked would be sent on by the name of this collector (RFC 9700, 4.11.2).
 */
function leadsHome(redirectUri: string, application: KnownApplication): boolean {
  const { host, isLoopback } = describeRedirect(redirectUri);
  return isLoopback || host === application.host;
}

function refusedTo(
  answer: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  { code, message }: OauthRefused,
  deps: AuthorizationDeps,
) {
  return { redirectTo: answerTo(answer, { error: code, error_description: message }, deps) };
}

/** What the person chose. */
export type AllowedAuthorization = {
  readonly id: string;
  readonly scopes: readonly Scope[];
  readonly projects: readonly string[] | 'all';
  readonly asSuperadmin: boolean;
};

/**
 * Allow an application what it asks for, or a part of it. Returns where the browser takes the answer.
 * @throws Refused
 */
export async function allowAuthorization(
  deps: AuthorizationDeps,
  chosen: AllowedAuthorization,
): Promise<string> {
  const user = await personWhoDecides(deps);
  const { control, sessionId, now } = deps;
  const request = await control.findAuthorization(chosen.id, sessionId, now());
  if (request === null) throw gone();
  await checkChoice(deps, { user, request, chosen });
  const { applicationId, applicationName, resource, redirectUri, challenge } = request;
  const projects: typeof chosen.projects = chosen.projects === 'all' ? 'all' : [...new Set(chosen.projects)];
  const scopes = withImpliedScopes(chosen.scopes);
  const grant = {
    id: `grt_${randomBase62(16)}`,
    userId: user.id,
    applicationId,
    applicationName,
    resource,
    scopes,
    projects,
    asSuperadmin: chosen.asSuperadmin,
    createdAt: now(),
  };
  const code = createToken('oac');
  const kept = {
    hash: hashToken(code),
    family: `fam_${randomBase62(16)}`,
    redirectUri,
    challenge,
    scopes,
    expiresAt: now() + CODE_MS,
  };
  await auditedInEach(deps, await logsOfGrant(control, grant), {
    entry: (log) => ({
      action: 'allow_authorization',
      name: applicationName,
      told: (id: string) => ({ subject: id, after: toldOf(grant, log) }),
    }),
    async make() {
      // Two answers at once: the first counts.
      if ((await control.takeAuthorization(chosen.id, sessionId, now())) === null) throw gone();
      return control.putGrant(grant, kept);
    },
  });
  return answerTo(request, { code }, deps);
}

/**
 * Refuse an application everything. Returns where the browser takes the answer.
 * @throws Refused
 */
export async function denyAuthorization(deps: AuthorizationDeps, id: string): Promise<string> {
  const request = await deps.control.takeAuthorization(id, deps.sessionId, deps.now());
  if (request === null) throw gone();
  return answerTo(request, { error: 'access_denied' }, deps);
}

type Choice = {
  readonly user: User;
  readonly request: AuthorizationRequest;
  readonly chosen: AllowedAuthorization;
};

async function checkChoice(deps: AccountDeps, { user, request, chosen }: Choice): Promise<void> {
  const foreign = chosen.scopes.find((scope) => !request.scopes.includes(scope));
  if (foreign !== undefined) throw badChoice('scopes', `The application did not ask for ${foreign}.`);
  if (chosen.scopes.length === 0) throw badChoice('scopes', 'Nothing is chosen that the application may do.');
  if (chosen.projects.length === 0) throw badChoice('projects', 'No project is chosen.');
  if (chosen.asSuperadmin && !user.isSuperadmin) throw badChoice('as_superadmin', 'You are no superadmin.');
  const { asSuperadmin, projects } = chosen;
  const reach = await deps.control.reach({ kind: 'person', userId: user.id, projects, asSuperadmin });
  const missing = projects === 'all' ? undefined : projects.find((id) => !reach.some((one) => one.id === id));
  if (missing !== undefined) throw unknownProject(missing, 'projects');
  if (chosen.scopes.some(isWrite) && !reach.some(mayWrite))
    throw badChoice(
      'scopes',
      'You cannot change anything in these projects, so the application cannot either.',
    );
}

async function projectsOf({ control }: AccountDeps, { id: userId, isSuperadmin }: User) {
  const asked = { kind: 'person', userId, projects: 'all' } as const;
  const own = await control.reach({ ...asked, asSuperadmin: false });
  const all = isSuperadmin ? await control.reach({ ...asked, asSuperadmin: true }) : own;
  const ids = new Set(own.map(({ id }) => id));
  return all.map((project) => ({ ...project, asSuperadmin: !ids.has(project.id) }));
}

async function personWhoDecides(deps: AccountDeps): Promise<User> {
  const userId = personOf(deps);
  const user = userId === null ? null : await deps.control.findUser(userId);
  if (user !== null) return user;
  const fix = 'Sign up by the set-up link.';
  throw new Refused('not_allowed', { field: null, problem: 'Only a person can let an application in.', fix });
}

function answerTo(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
  { origin }: AuthorizationDeps,
): string {
  return withParameters(redirectUri, { ...answer, state, iss: origin });
}

/** Whether an application changes something by a scope. */
export const isWrite = (scope: Scope) => scope.endsWith(':write');
const mayWrite = ({ role }: ReachedProject) => role !== 'viewer';

function gone(): Refused {
  return unknown('authorization', 'The request is not open any more.');
}

function badChoice(field: string, problem: string): Refused {
  return new Refused('bad_value', { field, problem, fix: 'Choose again.' });
}
