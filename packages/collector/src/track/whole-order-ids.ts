/** What a reviver is told beside the value: the text that a number was parsed from. */
type Source = { readonly source?: string };

/**
 * The events of a browser's batch, in which order ids that are numbers beyond 2^53 are texts, digit by digit as they
 * were sent: as numbers, neighbouring orders would be one. To ask the parser for sources takes several times as long,
 * so the body is parsed again only where there is such a number.
 */
export function keepOrderIds(events: readonly unknown[], body: Uint8Array): readonly unknown[] {
  if (!events.some((event) => losesDigits(orderIdOf(event)))) return events;
  // The types of the language know two parameters of a reviver only.
  const reviver = revive as (key: string, value: unknown) => unknown;
  return (JSON.parse(new TextDecoder().decode(body), reviver) as { events: unknown[] }).events;
}

function revive(key: string, value: unknown, { source }: Source): unknown {
  const isLost = key === 'order_id' && losesDigits(value);
  return isLost && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}

function orderIdOf(event: unknown): unknown {
  if (typeof event !== 'object' || event === null || !('properties' in event)) return undefined;
  const { properties } = event;
  return typeof properties === 'object' && properties !== null && 'order_id' in properties
    ? properties.order_id
    : undefined;
}

function losesDigits(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}
