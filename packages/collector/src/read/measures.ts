import { type Measures, type Meta, toMajorUnits } from '@cvq/contract';
import type { CurrencyTotal, Totals } from '@cvq/storage';

/** What becomes of a number for so many digits after its point. */
export type Rounding = (value: number, digits: number) => number;

export const rounded: Rounding = (value, digits) => {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
};
export const unrounded: Rounding = (value) => value;

/**
 * The measures of a period: money in major units of the project's currency, rates as fractions. They are rounded as
 * they are told, unless they are to be reckoned with.
 */
export function measuresOf(totals: Totals, currency: string, round = rounded): Measures {
  const ratio = (part: number, whole: number, digits: number) =>
    whole === 0 ? null : round(part / whole, digits);
  const own = totals.values.find((value) => value.currency === currency);
  const minor = own?.minor ?? 0;
  return {
    visitors: totals.visitors,
    sessions: totals.sessions,
    pageviews: totals.pageviews,
    events: totals.events,
    conversions: totals.conversions,
    converted_sessions: totals.convertedSessions,
    conversion_rate: ratio(totals.convertedSessions, totals.sessions, 4),
    revenue: toMajorUnits(minor, currency),
    average_order_value: own ? toMajorUnits(round(minor / own.conversions, 0), currency) : null,
    bounce_rate: ratio(totals.bounces, totals.sessions, 4),
    average_session_duration_seconds: ratio(totals.sessionDurationMs / 1000, totals.sessions, 1),
    pages_per_session: ratio(totals.sessionPageviews, totals.sessions, 2),
  };
}

/** What revenue leaves out: amounts in other currencies, which are never added to the project's. */
export function currencyWarnings(
  values: readonly CurrencyTotal[],
  currency: string,
): Pick<Meta, 'currency_warnings'> {
  const foreign = values.filter((value) => value.currency !== currency);
  if (foreign.length === 0) return {};
  return {
    currency_warnings: foreign.map((value) => ({
      currency: value.currency,
      conversions: value.conversions,
      value: toMajorUnits(value.minor, value.currency),
    })),
  };
}

/** A fraction, rounded; null where the whole is zero. */
export function ratio(part: number, whole: number, digits: number): number | null {
  return whole === 0 ? null : rounded(part / whole, digits);
}

/** One total per currency. */
export function sumByCurrency(values: readonly CurrencyTotal[]): CurrencyTotal[] {
  const sums = new Map<string, CurrencyTotal>();
  for (const { currency, minor, conversions } of values) {
    const sum = sums.get(currency) ?? { currency, minor: 0, conversions: 0 };
    sums.set(currency, { currency, minor: sum.minor + minor, conversions: sum.conversions + conversions });
  }
  return [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
