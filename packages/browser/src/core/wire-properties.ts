import { ownValues } from './own-values.ts';
import { safely } from './safely.ts';
import { warn } from './warn.ts';
import { wireNames } from './wire-names.ts';

/**
 * Properties as the collector wants them. A number for an order or a price as text is what shops have at hand,
 * and no reason to lose a sale. What is no number is not guessed at: it stays as the page said it, and counts nothing.
 */
export function wireProperties(properties: object | undefined): Record<string, unknown> {
  const wire = wireNames(properties || {});
  if (wire.order_id != null) wire.order_id = safely(() => `${wire.order_id}`);
  wire.value = numberOf('value', wire.value);
  const { currency, items } = wire;
  if (currency != null && !safely(() => /^[a-z]{3}$/i.test(currency as string)))
    warn('bad-currency', 'currency', currency);
  // What cannot be read is named when it is written.
  safely(() => {
    if (!Array.isArray(items)) return;
    for (const item of items) {
      const { price, quantity } = ownValues(item);
      numberOf('price', price);
      numberOf('quantity', quantity);
    }
  });
  return wire;
}

/** A value as a number; one that is none as it is, and named. */
function numberOf(name: string, value: unknown): unknown {
  if (value == null) return value;
  const number = value === '' ? Number.NaN : safely(() => Number(value));
  if (Number.isFinite(number)) return number;
  warn('not-a-number', name, value);
  return value;
}
