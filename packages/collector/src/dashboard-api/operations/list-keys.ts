import { AccountParams, DAY_MS, ListKeysResponse, PLANS } from '@cvq/contract';
import { listKeys as keysOf } from '../../accounts/keys.ts';
import { findAccount } from '../../accounts/look-up.ts';
import { isoOrNull } from '../../iso-or-null.ts';
import { keyJson } from '../key-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

const NO_REQUESTS = { inDay: 0, inMinute: 0, atOnce: 0 };

export const listKeys = defineDashboardOperation({
  name: 'list_keys',
  tag: 'Keys',
  method: 'GET',
  path: '/accounts/{account}/keys',
  summary: 'Keys of an account, and how much they are used',
  description: 'Also those that are revoked or expired, with the limits of the plan.',
  who: 'signed_in',
  atLeast: 'viewer',
  stepUp: false,
  params: AccountParams,
  response: ListKeysResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    const { control } = deps;
    const now = deps.now();
    const keys = await keysOf(asSignedIn(by, deps), args.account);
    const { kind, plan } = await findAccount(deps, args.account);
    const made = await control.requestsMade(now);
    const makers = [...new Set(keys.map(({ createdBy }) => createdBy))].filter((id) => id !== null);
    const users = await Promise.all(makers.map((id) => control.findUser(id)));
    const names = new Map(users.flatMap((user) => (user ? [[user.id, user.name] as const] : [])));
    return {
      data: keys.map((key) => {
        const { inDay, inMinute, atOnce } = made.get(key.id) ?? NO_REQUESTS;
        const { lastUsedAt, createdBy } = key;
        return {
          ...keyJson(key, { now, createdBy: (createdBy && names.get(createdBy)) ?? null }),
          last_used_at: isoOrNull(lastUsedAt),
          requests_today: inDay,
          requests_this_minute: inMinute,
          requests_at_once: atOnce,
        };
      }),
      meta: {
        kind,
        plan,
        limits: { ...PLANS[plan] },
        active_keys: await control.countActiveKeys(args.account, now),
        day_ends_at: new Date(now - (now % DAY_MS) + DAY_MS).toISOString(),
      },
    };
  },
});
