import { DAY_MS, type KeyExpiry, PLANS, type Scope } from '@cvq/contract';
import type { Account, ControlStore, KeyRecord } from '@cvq/storage';
import { randomBase62 } from '../keys/base62.ts';
import { createToken, hashToken, type TokenPrefix } from '../keys/token.ts';
import { isName, NAME_RULE } from './is-name.ts';
import { KeyRefused } from './key-refused.ts';
import { knownAccount } from './owner-account.ts';

const PREFIX: Record<KeyRecord['kind'], TokenPrefix> = { secret: 'sk', server: 'srv' };

type KeyRequest = {
  readonly accountId: string;
  readonly kind: KeyRecord['kind'];
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly projects: readonly string[] | 'all';
  readonly agencyWide?: boolean;
  readonly expiry: KeyExpiry;
  /** The person who makes it. The key is the account's all the same, and reaches what the account does. */
  readonly createdBy?: string | null;
};

/**
 * Create a key. The token is returned here and never again: only its hash is kept.
 * @throws KeyRefused, UnknownAccount
 */
export async function createKey(
  control: ControlStore,
  given: KeyRequest,
  now: number,
): Promise<{ key: KeyRecord; token: string }> {
  const account = await knownAccount(control, given.accountId);
  if (!isName(given.name)) throw new KeyRefused('bad_name', `The name of a key ${NAME_RULE}.`);
  const request = { ...given, scopes: eachOnce(given.scopes), projects: eachOnce(given.projects) };
  if (request.agencyWide) checkAgencyWide(request, account);
  if (request.kind === 'secret') await checkReach(control, request);
  const token = createToken(PREFIX[request.kind]);
  const key = {
    ...request,
    agencyWide: request.agencyWide ?? false,
    createdBy: request.createdBy ?? null,
    id: `key_${randomBase62(16)}`,
    last4: token.slice(-4),
    expiresAt: request.expiry === 'never' ? null : now + Number(request.expiry) * DAY_MS,
    createdAt: now,
  };
  if (!(await control.createKey({ ...key, tokenHash: hashToken(token) })))
    throw await tooManyKeys(control, account, now);
  return { key: { ...key, revokedAt: null }, token };
}

function checkAgencyWide({ projects }: KeyRequest, { id, kind, plan }: Account): void {
  if (kind !== 'agency') {
    throw new KeyRefused(
      'customer_agency_wide',
      `${id} is not an agency: only the key of an agency can be agency-wide.`,
    );
  }
  if (!PLANS[plan].agency_wide_keys) {
    throw new KeyRefused('plan_without_agency_wide', `The plan ${plan} of ${id} has no agency-wide keys.`);
  }
  if (projects !== 'all') {
    throw new KeyRefused('agency_wide_and_named', 'An agency-wide key names no projects: it reaches all.');
  }
}

/** A key can be narrowed to what its owner reaches now, so that a typing mistake shows at once. */
async function checkReach(control: ControlStore, { accountId, projects }: KeyRequest): Promise<void> {
  if (projects === 'all') return;
  const reached = new Set((await control.reach({ kind: 'account', accountId })).map(({ id }) => id));
  const foreign = projects.find((id) => !reached.has(id));
  if (foreign === undefined) return;
  throw new KeyRefused('project_out_of_reach', `${accountId} cannot reach a project ${foreign}.`);
}

/** After a change to a smaller plan there are more keys than it allows. */
async function tooManyKeys(control: ControlStore, { id, plan }: Account, now: number): Promise<KeyRefused> {
  const { keys: allowed } = PLANS[plan];
  const active = await control.countActiveKeys(id, now);
  return new KeyRefused(
    'too_many_keys',
    `${id} has ${active} active keys, and the plan ${plan} allows ${allowed}. Revoke ${active - allowed + 1}, or change the plan.`,
  );
}

function eachOnce<Value, Word>(list: readonly Value[] | Word): readonly Value[] | Word {
  return Array.isArray(list) ? [...new Set<Value>(list)] : list;
}
