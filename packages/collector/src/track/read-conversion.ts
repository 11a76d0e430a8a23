import { CONVERSION_TYPES, MAX_ID_LENGTH, toMinorUnits } from '@cvq/contract';
import type { Conversion, Money } from '@cvq/storage';

const BY_NAME: ReadonlySet<string> = new Set(CONVERSION_TYPES);

/** In major units, either way. A larger amount is a mistake or mischief; it is kept and is no revenue. */
const MAX_REVENUE = 100_000_000_000;

type Candidate = {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** True when the sender says so: `trackConversion`, or a server event with a value or an order. */
  readonly declared: boolean;
  readonly projectCurrency: string;
};

/**
 * What makes an event a conversion, or null when it is none. An amount that cannot be read is no amount: the
 * conversion counts, its revenue does not.
 */
export function readConversion({
  type,
  properties,
  declared,
  projectCurrency,
}: Candidate): Conversion | null {
  if (!declared && !BY_NAME.has(type)) return null;
  return { orderId: readOrderId(properties.order_id), amount: readAmount(properties, projectCurrency) };
}

function readOrderId(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text === '') return null;
  // Half of a surrogate pair cannot be stored.
  return text.slice(0, MAX_ID_LENGTH).replace(/[\ud800-\udbff]$/, '');
}

function readAmount(
  { value, currency }: Readonly<Record<string, unknown>>,
  projectCurrency: string,
): Money | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > MAX_REVENUE) return null;
  const code = currency === undefined || currency === null ? projectCurrency : currency;
  if (typeof code !== 'string' || !/^[A-Za-z]{3}$/.test(code)) return null;
  const known = code.toUpperCase();
  return { minor: toMinorUnits(value, known), currency: known };
}
