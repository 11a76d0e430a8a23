import { ownValues } from './own-values.ts';

/** `apiKey` is `api_key`, and `respectDNT` is `respect_dnt`. */
export type WireName<Name extends string> = Name extends `${infer Word}DNT`
  ? `${Word}_dnt`
  : Name extends `${infer First}${infer Rest}`
    ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${WireName<Rest>}`
    : '';

/** One name in snake_case. */
function wireName(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

/**
 * Our callers write camelCase, the wire reads snake_case: `orderId` becomes `order_id`, `userID` `user_id`.
 * Only the names at the top are ours to change; what is inside a value is the caller's own.
 */
export function wireNames(data: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(ownValues(data)).map(([name, value]) => [wireName(name), value]));
}
