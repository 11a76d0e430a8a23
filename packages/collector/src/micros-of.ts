const DECIMALS = 6;

/**
 * A decimal such as `1234.5` in millionths, digit by digit: no binary fraction comes between. Null for any other text, more than
 * six decimals, or more than twelve digits before them.
 */
export function microsOf(decimal: string): bigint | null {
  const parts = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(decimal);
  if (parts === null) return null;
  const [, whole = '', fraction = ''] = parts;
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
}
