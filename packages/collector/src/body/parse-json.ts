import { formatPath, MAX_JSON_DEPTH } from '@cvq/contract';
import { TrackRefused } from '../errors/track-refused.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a JSON body. Refused are: text that is not UTF-8 or not JSON, nesting past the limit (a
 * serializer overflows on it later), `__proto__` as a key, numbers too large to keep, and text that no store
 * can give back unchanged (NUL, half of a surrogate pair).
 * @throws TrackRefused
 */
export function parseJson(body: Uint8Array): unknown {
  const text = decode(body);
  const value = parse(text);
  // NUL and half pairs can only come from escapes, and so can a hidden __proto__.
  const withTexts = text.includes('\\u') || text.includes('__proto__');
  if (!isFit(value, 1, withTexts)) complain(value, [], 1);
  return value;
}

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new TrackRefused('bad_request', 'The body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TrackRefused('bad_request', 'The body is not valid JSON.');
  }
}

/** The value of a browser's JSON body, of which single fields and events may be left out: each as `isFitJson` says. */
export function parseLooseJson(body: Uint8Array): { readonly value: unknown; readonly isFit: boolean } {
  const text = decode(body);
  const value = parse(text);
  return { value, isFit: isFit(value, 1, text.includes('\\u') || text.includes('__proto__')) };
}

/** @throws TrackRefused naming the first part of a value that no store could give back. */
export function requireFitJson(value: unknown, depth: number): void {
  complain(value, [], depth);
}

/** The quick look at every value, texts only where one may be unfit. `complain` then finds which it was. */
function isFit(value: unknown, depth: number, withTexts: boolean): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'string') return !withTexts || isFitText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_JSON_DEPTH) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      if (!isFit(value[index], depth + 1, withTexts)) return false;
    }
    return true;
  }
  for (const key in value) {
    if (withTexts && (key === '__proto__' || !isFitText(key))) return false;
    if (!isFit((value as Record<string, unknown>)[key], depth + 1, withTexts)) return false;
  }
  return true;
}

function isFitText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** @throws TrackRefused naming the first value that is unfit, if there is one. */
function complain(value: unknown, path: readonly PropertyKey[], depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) refuse(path, 'is too large a number');
  if (typeof value === 'string') complainOfText(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_JSON_DEPTH) refuse(path, `is nested deeper than ${MAX_JSON_DEPTH} levels`);
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') refuse([...path, key], 'is not allowed as a key');
    complainOfText(key, path);
    complain(item, [...path, Array.isArray(value) ? Number(key) : key], depth + 1);
  }
}

function complainOfText(text: string, path: readonly PropertyKey[]): void {
  if (text.includes('\0')) refuse(path, 'holds a NUL character');
  if (!text.isWellFormed()) refuse(path, 'holds half of a surrogate pair');
}

function refuse(path: readonly PropertyKey[], message: string): never {
  throw new TrackRefused('bad_request', `${formatPath(path)} ${message}.`);
}
