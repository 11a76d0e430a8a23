import { AD_CONSENT_DEFAULTS } from '@cvq/contract';
import type { ProjectChange, ProjectRecord } from '@cvq/storage';
import { randomBase62 } from '../keys/token.ts';
import { type AccountDeps, requireRoleIn } from './actor.ts';
import { parseChoice, parseCurrency, parseName, parseParameterNames, parseTimezone } from './fields.ts';
import { parseHostName, parseHostNames } from './host-name.ts';
import { createKey } from './keys.ts';
import { findProject, unknownProject } from './look-up.ts';
import { ownerAccount } from './owner-account.ts';
import { Refused } from './refused.ts';

export type NewProjectArgs = {
  readonly domain: string;
  /** The domain, unless it is given. */
  readonly name?: string | undefined;
  /** UTC, unless it is given. */
  readonly timezone?: string | undefined;
  /** EUR, unless it is given. */
  readonly currency?: string | undefined;
  /** Hosts whose events count; null, or left out, for every host. */
  readonly hosts?: readonly string[] | null | undefined;
  /** The owner; the first account, unless it is given. */
  readonly accountId?: string | undefined;
};

/**
 * Create a project with a server key, whose token is returned here and never again. The project's id is its public
 * tracking key.
 * @throws Refused
 */
export async function createProject(
  deps: AccountDeps,
  given: NewProjectArgs,
): Promise<{ project: ProjectRecord; serverKey: string }> {
  const timezone = parseTimezone(given.timezone ?? 'UTC');
  const currency = parseCurrency(given.currency ?? 'EUR');
  const domain = parseHostName('domain', given.domain);
  const hosts = parseHostNames(given.hosts ?? null);
  const name = given.name === undefined ? domain : parseName(given.name);
  const account = await ownerAccount(deps, given.accountId);
  const project: ProjectRecord = {
    ...{ id: `proj_${randomBase62(20)}`, accountId: account.id },
    ...{ name, domain, timezone, currency, hosts },
    ...{ redactedNames: [], persons: 'on', adConsent: 'by_country', createdAt: deps.now() },
  };
  await deps.control.createProject(project);
  const { token } = await createKey(deps, {
    accountId: account.id,
    kind: 'server',
    name: `Server key of ${domain}`,
    scopes: [],
    projects: [project.id],
    expiry: 'never',
  });
  return { project, serverKey: token };
}

/** The new state of a project; what is left out does not change. */
type NewState = {
  readonly name?: string | undefined;
  /** Null counts every host. */
  readonly hosts?: readonly string[] | null | undefined;
  /** Parameters of addresses that are cut beside those that always are; null stores addresses as sent. */
  readonly redactedNames?: readonly string[] | null | undefined;
  /** `on` or `off`: whether reports count persons, or visitors by themselves. */
  readonly persons?: string | undefined;
  /** `by_country`, `granted` or `denied`: what counts at ad platforms where a visitor said nothing. */
  readonly adConsent?: string | undefined;
  readonly accountId?: string | undefined;
};

/**
 * Change a project. Another account takes it out of the reach of the keys and people of the one before.
 * @throws Refused
 */
export async function updateProject(deps: AccountDeps, id: string, given: NewState): Promise<ProjectRecord> {
  const { name, hosts, redactedNames, persons, adConsent, accountId } = given;
  const change: ProjectChange = {
    ...(name !== undefined && { name: parseName(name) }),
    ...(hosts !== undefined && { hosts: parseHostNames(hosts) }),
    ...(redactedNames !== undefined && {
      redactedNames: redactedNames === null ? null : parseParameterNames(redactedNames),
    }),
    ...(persons !== undefined && { persons: parseChoice('persons', persons, ['on', 'off']) }),
    ...(adConsent !== undefined && { adConsent: parseChoice('ad_consent', adConsent, AD_CONSENT_DEFAULTS) }),
    ...(accountId !== undefined && { accountId }),
  };
  if (Object.keys(change).length === 0) {
    const fix =
      'Give a name, hosts, parameters to cut, on or off for persons, what counts as consent to ads, or an account.';
    throw new Refused('nothing_to_change', { field: null, problem: 'Nothing to change.', fix });
  }
  await requireAdminOf(deps, id);
  if (accountId !== undefined) await ownerAccount(deps, accountId);
  await deps.control.changeProject(id, change);
  return findProject(deps, id);
}

/**
 * Delete a project: its tracking key, its server key and its reports end. Its events stay stored.
 * @throws Refused
 */
export async function deleteProject(deps: AccountDeps, id: string): Promise<void> {
  await requireAdminOf(deps, id);
  if (!(await deps.control.deleteProject(id, deps.now()))) throw unknownProject(id);
}

async function requireAdminOf(deps: AccountDeps, id: string): Promise<void> {
  await findProject(deps, id);
  const unknown = unknownProject(id);
  await requireRoleIn(deps, { place: { projectId: id }, atLeast: 'admin', unknown });
}
