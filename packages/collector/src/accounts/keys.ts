import {
  DAY_MS,
  KEY_EXPIRIES,
  type KeyExpiry,
  PLANS,
  SCOPES,
  type Scope,
  withImpliedScopes,
} from '@cvq/contract';
import type { Account, KeyRecord, ListedKey } from '@cvq/storage';
import { createToken, hashToken, type KeyPrefix, randomBase62 } from '../keys/token.ts';
import { type AccountDeps, personOf, requireRoleIn } from './actor.ts';
import { audited } from './audited.ts';
import { parseChoice, parseName } from './fields.ts';
import { findAccount, unknown, unknownAccount, unknownProject } from './look-up.ts';
import { ownerAccount } from './owner-account.ts';
import { Refused } from './refused.ts';

const PREFIX: Record<KeyRecord['kind'], KeyPrefix> = { secret: 'sk', server: 'srv' };

export type NewKeyArgs = {
  /** The owner; the first account, unless it is given. */
  readonly accountId?: string | undefined;
  readonly kind: KeyRecord['kind'];
  readonly name: string;
  readonly scopes: readonly string[];
  readonly projects: readonly string[] | 'all';
  readonly agencyWide?: boolean;
  /** 90 days, unless it is given. */
  readonly expiry?: string;
  /** The person who makes it; who acts, unless it is given. The key is the account's all the same. */
  readonly createdBy?: string | null;
};

type KeyRequest = {
  readonly account: Account;
  readonly kind: KeyRecord['kind'];
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly projects: readonly string[] | 'all';
  readonly agencyWide: boolean;
  readonly expiry: KeyExpiry;
};

/**
 * Create a key. The token is returned here and never again: only its hash is kept.
 * @throws Refused
 */
export async function createKey(
  deps: AccountDeps,
  given: NewKeyArgs,
): Promise<{ key: KeyRecord; token: string }> {
  const { account, ...request } = await readRequest(deps, given);
  const token = createToken(PREFIX[request.kind]);
  const now = deps.now();
  const key = {
    ...request,
    id: `key_${randomBase62(16)}`,
    accountId: account.id,
    last4: token.slice(-4),
    createdBy: given.createdBy === undefined ? personOf(deps) : given.createdBy,
    expiresAt: request.expiry === 'never' ? null : now + Number(request.expiry) * DAY_MS,
    createdAt: now,
  };
  const atMost = key.kind === 'secret' ? PLANS[account.plan].keys : undefined;
  await audited(deps, {
    action: 'create_key',
    account: account.id,
    subject: key.id,
    name: key.name,
    async make() {
      const isMade = await deps.control.createKey({ ...key, tokenHash: hashToken(token) }, atMost);
      if (!isMade) throw await tooManyKeys(deps, account);
    },
    told: () => ({ after: toldOf(key) }),
  });
  return { key: { ...key, revokedAt: null }, token };
}

/**
 * The keys of an account, oldest first, whatever their state. Who only reads in the account may see them.
 * @throws Refused
 */
export async function listKeys(deps: AccountDeps, accountId: string): Promise<ListedKey[]> {
  const place = { accountId };
  await requireRoleIn(deps, { place, atLeast: 'viewer', unknown: unknownAccount(accountId) });
  await findAccount(deps, accountId);
  return deps.control.listKeys({ accountId });
}

export type KeyState = 'active' | 'no_project' | 'revoked' | 'expired';

/** What has become of a key by a moment. */
export function keyState({ revokedAt, expiresAt, projects }: KeyRecord, now: number): KeyState {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return projects.length === 0 ? 'no_project' : 'active';
}

/**
 * Revoke a key: the next request with it is refused.
 * @throws Refused for one that is unknown or revoked already
 */
export async function revokeKey(deps: AccountDeps, id: string): Promise<void> {
  const key = await deps.control.findKeyById(id);
  const notActive = unknown('key', `Unknown or revoked key: ${id}.`);
  if (key === null) throw notActive;
  await requireRoleIn(deps, { place: { accountId: key.accountId }, atLeast: 'admin', unknown: notActive });
  await audited(deps, {
    action: 'revoke_key',
    account: key.accountId,
    subject: id,
    name: key.name,
    before: toldOf(key),
    async make() {
      if (!(await deps.control.revokeKey(id, deps.now()))) throw notActive;
    },
  });
}

/** What the audit log tells of a key. */
function toldOf({ kind, scopes, projects, agencyWide, expiry, last4 }: Omit<KeyRecord, 'revokedAt'>) {
  return { kind, scopes, projects, agency_wide: agencyWide, expiry, last4 };
}

async function readRequest(deps: AccountDeps, given: NewKeyArgs): Promise<KeyRequest> {
  const name = parseName(given.name);
  const scopes = given.kind === 'secret' ? parseScopes(given.scopes) : [];
  const expiry = parseChoice('expiry', given.expiry ?? '90', KEY_EXPIRIES);
  const projects: KeyRequest['projects'] = given.projects === 'all' ? 'all' : [...new Set(given.projects)];
  if (projects.length === 0) {
    const fix = 'Name at least one project, or all.';
    throw new Refused('bad_value', { field: 'projects', problem: 'The list of projects is empty.', fix });
  }
  const account = await ownerAccount(deps, given.accountId, 'key');
  if (given.kind === 'secret') refuseSuspended(account);
  const agencyWide = given.agencyWide ?? false;
  const request = { account, kind: given.kind, name, scopes, projects, agencyWide, expiry };
  if (agencyWide) checkAgencyWide(request);
  await (given.kind === 'secret' ? checkReach : checkOwn)(deps, request);
  return request;
}

/** It would read from the moment at which somebody resumes the account. A server key is made: tracking goes on. */
function refuseSuspended({ suspendedAt }: Account): void {
  if (suspendedAt === null) return;
  throw new Refused('bad_value', {
    field: 'account',
    problem: 'The account is suspended: the key could read no project.',
    fix: 'Name another account, or end the suspension first.',
  });
}

/** A key without scopes can ask only who it is. */
function parseScopes(names: readonly string[]): readonly Scope[] {
  const scopes = names.map((name) => {
    const scope = SCOPES.find((known) => known === name);
    if (scope !== undefined) return scope;
    const fix = `Use one or more of ${SCOPES.join(', ')}.`;
    throw new Refused('bad_value', { field: 'scopes', problem: `Unknown scope: ${name}.`, fix });
  });
  return withImpliedScopes(scopes);
}

function checkAgencyWide({ account: { id, kind, plan }, projects }: KeyRequest): void {
  if (!PLANS[plan].agency_wide_keys) {
    throw new Refused('plan', {
      field: 'agency_wide',
      problem: `The plan ${plan} of ${id} does not include agency-wide keys.`,
      fix:
        kind === 'agency' ? 'Change the plan.' : 'Only an agency can have one, on a plan that includes them.',
    });
  }
  if (kind !== 'agency') {
    throw new Refused('conflict', {
      field: 'agency_wide',
      problem: `${id} is not an agency.`,
      fix: 'Only the key of an agency can be agency-wide.',
    });
  }
  if (projects !== 'all') {
    throw new Refused('conflict', {
      field: 'projects',
      problem: 'An agency-wide key cannot be limited to some projects.',
      fix: 'Leave out the projects: it reaches those of every client.',
    });
  }
}

/** A key can be narrowed to what its owner reaches now, so that a typing mistake shows at once. */
async function checkReach({ control }: AccountDeps, { account, projects }: KeyRequest): Promise<void> {
  if (projects === 'all') return;
  const reach = await control.reach({ kind: 'account', accountId: account.id });
  const reached = new Set(reach.map(({ id }) => id));
  const foreign = projects.find((id) => !reached.has(id));
  if (foreign === undefined) return;
  throw unknownProject(`${foreign}, among those that ${account.id} can see`, 'projects');
}

/** Who has a server key writes into its project: it is for one, of the very account. */
async function checkOwn({ control }: AccountDeps, { account, projects }: KeyRequest): Promise<void> {
  const [id, ...others] = projects === 'all' ? [] : projects;
  if (id === undefined || others.length > 0) {
    const problem = 'A server key is for one project.';
    throw new Refused('bad_value', { field: 'projects', problem, fix: 'Name one.' });
  }
  if ((await control.findProject(id))?.accountId === account.id) return;
  throw unknownProject(`${id}, among those of ${account.id}`, 'projects');
}

/** After a change to a smaller plan there are more keys than it allows. */
async function tooManyKeys({ control, now }: AccountDeps, { id, plan }: Account): Promise<Refused> {
  const { keys: allowed } = PLANS[plan];
  const active = await control.countActiveKeys(id, now());
  return new Refused('limit', {
    field: 'account',
    problem: `${id} has ${active} active keys, and its plan ${plan} allows ${allowed}.`,
    fix: `Revoke ${active - allowed + 1}, or change the plan.`,
  });
}
