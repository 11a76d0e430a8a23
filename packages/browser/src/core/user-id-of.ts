import { MAX_ID_LENGTH, PLACEHOLDER_ID } from '@cvq/contract/constants';
import { safely } from './safely.ts';

/**
 * A user id as it is kept and sent; null for what names nobody, such as `undefined`, an object, or their texts. A text
 * that is too long is not cut, since two people may have the same beginning (all tokens of one issuer do).
 */
export function userIdOf(value: unknown): string | null {
  if (!/string|number|bigint/.test(typeof value)) return null;
  const id = `${value}`;
  // Half of a surrogate pair throws, and like a NUL no store could give it back.
  const isText = safely(() => !/%00/.test(encodeURIComponent(id)));
  return isText && id.length <= MAX_ID_LENGTH && !PLACEHOLDER_ID.test(id) ? id : null;
}
