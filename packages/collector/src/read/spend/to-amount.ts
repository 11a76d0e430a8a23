import { minorDigits, toMajorUnits } from '@cvq/contract';
import { WORTH_DIGITS, type Worth } from './exchange-to.ts';

/** What something is worth in major units of its currency, rounded to the minor one, half to even, as revenue is. */
export function toAmount(worth: Worth, currency: string): number {
  // Platforms take back what they charged: less than nothing is rounded as far from it.
  if (worth < 0n) return 0 - toAmount(-worth, currency);
  const unit = 10n ** BigInt(WORTH_DIGITS - minorDigits(currency));
  const whole = worth / unit;
  const twice = (worth % unit) * 2n;
  const isUp = twice > unit || (twice === unit && whole % 2n === 1n);
  return toMajorUnits(Number(isUp ? whole + 1n : whole), currency);
}
