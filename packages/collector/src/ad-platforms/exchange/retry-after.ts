import type { IncomingHttpHeaders } from 'node:http';
import { readWholeNumber } from '../../read-whole-number.ts';

/** A week: who asks for more is asked again before. */
const MOST_SECONDS = 604_800;

/**
 * How long a platform asks to wait, in milliseconds; null where it does not say.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function retryAfterOf(headers: IncomingHttpHeaders, now: number): number | null {
  const text = headers['retry-after'];
  if (text === undefined) return null;
  const seconds = readWholeNumber(text, 0, Number.MAX_SAFE_INTEGER) ?? (Date.parse(text) - now) / 1_000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MOST_SECONDS) * 1_000;
}
