import type { SpendMeasures } from '@cvq/contract';
import { WORTH_DIGITS } from './exchange-to.ts';
import type { SpendSum } from './sum-spend.ts';
import { toAmount } from './to-amount.ts';

type Told = { readonly [Name in keyof Required<SpendMeasures>]: number | null };

/** What came of it: `revenue` in major units of the currency of the project. */
export type Returns = { readonly conversions: number; readonly revenue: number };
export const NO_RETURNS: Returns = { conversions: 0, revenue: 0 };

type Form = { readonly currency: string; readonly round: 'rounded' | 'unrounded' };

/** Fields of spend: as `spendMeasures` has them, or none for who may not see them. */
export type TellSpend = (sum: SpendSum | null, returns: Returns, form: Form) => SpendMeasures;

const UNKNOWN: Told = {
  ad_spend: null,
  ad_impressions: null,
  ad_clicks: null,
  cost_per_click: null,
  cost_per_conversion: null,
  roas: null,
};

/**
 * Spend beside what came of it; all null where nothing is known. `round` rounds ratios to their four digits, unless they
 * are to be reckoned with: then the amount is not rounded either.
 */
export function spendMeasures(
  sum: SpendSum | null,
  { conversions, revenue }: Returns,
  { currency, round }: Form,
): Told {
  if (sum === null) return UNKNOWN;
  const { worth, impressions, clicks } = sum;
  const counted = { ad_impressions: impressions, ad_clicks: clicks };
  if (worth === null) return { ...UNKNOWN, ...counted };
  const exact = Number(worth) / 10 ** WORTH_DIGITS;
  const ratio = (part: number, whole: number) => {
    if (whole === 0) return null;
    return round === 'rounded' ? Math.round((part / whole) * 1e4) / 1e4 : part / whole;
  };
  return {
    ad_spend: round === 'rounded' ? toAmount(worth, currency) : exact,
    ...counted,
    cost_per_click: ratio(exact, clicks),
    cost_per_conversion: ratio(exact, conversions),
    // Credits alone are no spend that anything could have come back of.
    roas: exact > 0 ? ratio(revenue, exact) : null,
  };
}
