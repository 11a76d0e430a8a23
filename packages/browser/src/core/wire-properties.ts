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
  if (wire.value != null && isNumber('value', wire.value)) wire.value = Number(wire.value);
  const { currency, items } = wire;
  if (currency != null && !/^[a-z]{3}$/i.test(currency as string)) warn('bad-currency', 'currency', currency);
  if (Array.isArray(items)) for (const item of items) checkItem(item);
  return wire;
}

function checkItem(item: unknown): void {
  const { price, quantity } = ownValues(item);
  if (price != null) isNumber('price', price);
  if (quantity != null) isNumber('quantity', quantity);
}

function isNumber(name: string, value: unknown): boolean {
  const isOne = !!safely(() => (value === '' ? false : Number.isFinite(Number(value))));
  if (!isOne) warn('not-a-number', name, value);
  return isOne;
}
