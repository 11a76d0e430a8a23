export const DAY_MS = 86_400_000;

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** ISO 4217. */
export const isCurrency = (text: string): boolean => CURRENCIES.has(text);

/** SHA-256 in lower-case hexadecimal, as cvq sends it. */
export const isSha256 = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** An object of JSON: neither a list nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
