import { money, type Writing } from './numbers.ts';

/** What was sold for: in the project's currency, and in others, which are never added to it. */
export type Earned = {
  readonly revenue: number | null;
  readonly otherAmounts: readonly { readonly currency: string; readonly value: number }[];
};

/** As `€46,024, CHF 120 and US$30`; empty where nothing was. */
export function earnedWords({ revenue, otherAmounts }: Earned, writing: Writing): string {
  const amounts = otherAmounts.map(({ currency, value }) => money(value, { ...writing, currency }));
  if (revenue) amounts.unshift(money(revenue, writing));
  const last = amounts.pop() ?? '';
  return amounts.length === 0 ? last : `${amounts.join(', ')} and ${last}`;
}
