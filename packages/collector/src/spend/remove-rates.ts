import type { ExchangeRate } from '@cvq/storage';
import type { AccountDeps } from '../accounts/actor.ts';
import { audited } from '../accounts/audited.ts';
import { unknown } from '../accounts/look-up.ts';
import { requireProjectRole } from '../accounts/require-project-role.ts';

/** Rates from one currency to another: all, or the one that began on a day. */
type RatesOfPair = Pick<ExchangeRate, 'from' | 'to'> & {
  readonly project: string;
  readonly date: string | null;
};

/**
 * Removes exchange rates: what they converted is null again, until others are in force. How many those were. Admins may.
 * @throws Refused
 */
export async function removeRates(
  deps: AccountDeps,
  { project: id, from, to, date }: RatesOfPair,
): Promise<number> {
  const { accountId, name } = await requireProjectRole(deps, id, 'admin');
  return audited(deps, {
    action: 'remove_rates',
    account: accountId,
    project: id,
    subject: id,
    name,
    before: { from, to, ...(date !== null && { date }) },
    async make() {
      const removed = await deps.control.removeRates(id, { from, to, date });
      if (removed > 0) return removed;
      const began = date === null ? '' : ` that began on ${date}`;
      throw unknown('rate', `There is no rate from ${from} to ${to}${began}.`);
    },
    told: (removed) => ({ after: { removed } }),
  });
}
