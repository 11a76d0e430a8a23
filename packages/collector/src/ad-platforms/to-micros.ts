const DECIMAL = /^(?<sign>-?)(?<whole>\d{1,12})(?:\.(?<fraction>\d{1,6})0*)?$/;

/** A decimal number such as `12.34` in millionths, to the last of them; null for what is none, or is finer than that. */
export function toMicros(text: string): bigint | null {
  const { sign, whole, fraction = '' } = DECIMAL.exec(text)?.groups ?? {};
  if (whole === undefined) return null;
  const micros = BigInt(whole + fraction.padEnd(6, '0'));
  return sign === '-' ? -micros : micros;
}
