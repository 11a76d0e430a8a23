import { type KnownNumber, money } from '../words/numbers.ts';
import { writing } from '../words/writing.ts';

/** What rows leave out of what ads cost, so that all of it adds up. */
export function UnmatchedSpend({ amount }: { readonly amount: KnownNumber }) {
  return amount ? <span>{money(amount, writing.value)} of campaigns without a row</span> : null;
}
