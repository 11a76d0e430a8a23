import { z } from 'zod';
import { microsOf } from '../../micros-of.ts';
import { readWholeNumber } from '../../read-whole-number.ts';

/** A count that a platform tells as a text. */
export const toldCount = z.string().transform((text, context) => {
  const count = readWholeNumber(text, 0, Number.MAX_SAFE_INTEGER);
  if (count === null) context.addIssue('is no count');
  return count ?? z.NEVER;
});

/** An amount that a platform tells as a decimal, in millionths. A credit or a correction is below 0. */
export const toldAmount = z.string().transform((text, context) => {
  const isNegative = text.startsWith('-');
  const micros = microsOf(isNegative ? text.slice(1) : text);
  if (micros === null) context.addIssue('is no amount');
  if (micros === null) return z.NEVER;
  return isNegative ? -micros : micros;
});

/** An amount that a platform tells in millionths, as large as one that it tells as a decimal may be. */
export const toldMicros = z
  .string()
  .regex(/^-?\d{1,18}$/, 'is no amount in millionths')
  .transform(BigInt);

/** The digits that a platform knows a thing by. */
export const toldId = z.string().refine((text) => text !== '' && !/\D/.test(text), 'is no id of digits');
