import type { CountedSpend, ExchangeRate } from '@cvq/storage';

/** An amount in the currency of the project, exact: in `WORTH_DIGITS` digits after the point. */
export type Worth = bigint;

/** Amounts are stored in millionths, and a rate has at most twelve decimals: their product has no more than these. */
const RATE_DIGITS = 12;
const MICRO_DIGITS = 6;
export const WORTH_DIGITS = MICRO_DIGITS + RATE_DIGITS;

const ONE = 10n ** BigInt(RATE_DIGITS);

/** What rows of spend are worth in a currency; null where no rate says it. Nothing is nothing in every currency. */
export function exchangeTo(
  currency: string,
  rates: readonly ExchangeRate[],
): (row: Pick<CountedSpend, 'date' | 'currency' | 'micros'>) => Worth | null {
  const ratesFrom = Map.groupBy(
    rates.filter(({ to }) => to === currency).toSorted((a, b) => (a.date < b.date ? 1 : -1)),
    ({ from }) => from,
  );
  return ({ date, currency: from, micros }) => {
    if (from === currency) return micros * ONE;
    if (micros === 0n) return 0n;
    const inForce = ratesFrom.get(from)?.find((rate) => rate.date <= date);
    return inForce === undefined ? null : micros * exactly(inForce.rate);
  };
}

/** In units of the last decimal that a rate may have, digit by digit: no binary fraction comes between. */
function exactly(rate: number): bigint {
  const [mantissa = '', exponent = '0'] = String(rate).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = RATE_DIGITS + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
}
