import type { ProjectRecord } from '@cvq/storage';
import { randomBase62 } from '../keys/token.ts';
import type { AccountDeps } from './actor.ts';
import { audited } from './audited.ts';
import { parseCurrency, parseName, parseTimezone } from './fields.ts';
import { parseDomain, parseHostNames } from './host-name.ts';
import { createKey } from './keys.ts';
import { unknownProject } from './look-up.ts';
import { mergedLists } from './merged-lists.ts';
import { ownerAccount } from './owner-account.ts';
import { keepsLess, type NewProjectState, parseProjectChange, toldOfProject } from './project-change.ts';
import { Refused } from './refused.ts';
import { requireOwnRole, requireProjectRole } from './require-project-role.ts';

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
 * Create a project. Its id is its public tracking key.
 * @throws Refused
 */
export async function addProject(deps: AccountDeps, given: NewProjectArgs): Promise<ProjectRecord> {
  const timezone = parseTimezone(given.timezone ?? 'UTC');
  const currency = parseCurrency(given.currency ?? 'EUR');
  const domain = parseDomain(given.domain);
  const hosts = parseHostNames(given.hosts ?? null);
  const name = given.name === undefined ? domain : parseName(given.name);
  const account = await ownerAccount(deps, given.accountId, 'project');
  const project: ProjectRecord = {
    id: `proj_${randomBase62(20)}`,
    accountId: account.id,
    name,
    domain,
    timezone,
    currency,
    hosts,
    redactedNames: [],
    persons: 'on',
    adConsent: 'by_country',
    retentionDays: null,
    createdAt: deps.now(),
  };
  await audited(deps, {
    action: 'create_project',
    account: account.id,
    project: project.id,
    subject: project.id,
    name,
    make: () => deps.control.createProject(project),
    told: () => ({ after: toldOfProject(project) }),
  });
  return project;
}

/**
 * Create a project with a server key, whose token is returned here and never again.
 * @throws Refused
 */
export async function createProject(
  deps: AccountDeps,
  given: NewProjectArgs,
): Promise<{ project: ProjectRecord; serverKey: string }> {
  const project = await addProject(deps, given);
  const { token } = await createKey(deps, {
    accountId: project.accountId,
    kind: 'server',
    name: `Server key of ${project.domain}`,
    scopes: [],
    projects: [project.id],
    expiry: 'never',
  });
  return { project, serverKey: token };
}

/**
 * Change a project. Another account takes it out of the reach of the keys and people of the one before. What an agency could
 * not undo, it does not change: the account, and a retention that deletes what happened.
 * @throws Refused
 */
export async function updateProject(
  deps: AccountDeps,
  id: string,
  given: NewProjectState,
): Promise<ProjectRecord> {
  const change = parseProjectChange(given);
  const before = await requireProjectRole(deps, id, 'admin');
  if (change.accountId !== undefined || keepsLess(before, change)) await requireOwnRole(deps, id, 'admin');
  if (change.accountId !== undefined) await ownerAccount(deps, change.accountId, 'project');
  let project = before;
  await audited(deps, {
    action: 'update_project',
    account: before.accountId,
    project: id,
    subject: id,
    name: before.name,
    otherAccount: movesTo(before, change),
    before: toldOfProject(before, change),
    async make() {
      const isThere = await deps.control.changeProject(id, (now) => {
        const made = { ...change, ...mergedLists(now, change, given.from ?? {}) };
        project = { ...now, ...made };
        return made;
      });
      if (!isThere) throw unknownProject(id);
    },
    told: () => ({ after: toldOfProject(project, change) }),
  });
  return project;
}

/** The account that a project goes to, where that is another one. */
function movesTo(before: ProjectRecord, { accountId }: Partial<ProjectRecord>): string | null {
  return accountId === undefined || accountId === before.accountId ? null : accountId;
}

/**
 * Whether a change of a project would delete what happened, for whoever may look at its settings. Who may not do that, such as
 * an agency, is refused at once: they are not to give their password for nothing.
 * @throws Refused
 */
export async function wouldKeepLess(deps: AccountDeps, id: string, given: NewProjectState): Promise<boolean> {
  const wouldDelete = keepsLess(await requireProjectRole(deps, id, 'viewer'), parseProjectChange(given));
  if (wouldDelete) await requireOwnRole(deps, id, 'admin');
  return wouldDelete;
}

/**
 * Delete a project: its tracking key, its server key and its reports end. Its events stay stored. `domain`: that of the
 * project, where who asks had to write it.
 * @throws Refused
 */
export async function deleteProject(deps: AccountDeps, id: string, domain?: string): Promise<void> {
  const project = await requireOwnRole(deps, id, 'admin');
  if (domain !== undefined && domain.trim().toLowerCase() !== project.domain) {
    const fix = `Write ${project.domain}, so that no other project is deleted by mistake.`;
    throw new Refused('bad_value', {
      field: 'domain',
      problem: 'This is not the domain of the project.',
      fix,
    });
  }
  const { accountId: account, name } = project;
  await audited(deps, {
    action: 'delete_project',
    account,
    project: id,
    subject: id,
    name,
    before: toldOfProject(project),
    async make() {
      if (!(await deps.control.deleteProject(id, deps.now()))) throw unknownProject(id);
    },
  });
}

/**
 * A project, for whoever may look at its settings: everybody who reaches it.
 * @throws Refused
 */
export async function readProject(deps: AccountDeps, id: string): Promise<ProjectRecord> {
  return requireProjectRole(deps, id, 'viewer');
}
