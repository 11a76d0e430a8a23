import { z } from 'zod';
import { wholeNumber } from './whole-number.ts';

const MAX_ROWS = 100;

/** `source:8`: what stands after the last colon is how many rows. A property of that form needs one more. */
const BREAKDOWN = /^(.*?)(?::(\d{1,6}))?$/s;

/** What to divide by, and into how many rows: an object, or text such as `source:8`. */
export function askedBreakdown<Dimension extends z.ZodType<string>>(dimension: Dimension) {
  return z.preprocess(fromText, z.strictObject({ dimension, rows: wholeNumber(1, MAX_ROWS).optional() }));
}

function fromText(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const [, dimension, rows] = BREAKDOWN.exec(given) ?? [];
  return { dimension, ...(rows !== undefined && { rows: Number(rows) }) };
}
