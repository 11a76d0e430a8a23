import { wireNames } from './wire-names.ts';

/**
 * Properties as the collector wants them. A number for an order or a price as text is what shops have at hand,
 * and no reason to lose a sale.
 */
export function wireProperties(properties: object): Record<string, unknown> {
  const wire = wireNames(properties);
  if (wire.order_id != null) wire.order_id = `${wire.order_id}`;
  if (wire.value != null) wire.value = Number(wire.value);
  return wire;
}
