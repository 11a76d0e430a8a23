import { z } from 'zod';
import { microsOf } from '../../micros-of.ts';
import { readWholeNumber } from '../../read-whole-number.ts';

/** A count that a platform tells as a text. */
export const toldCount = z.string().transform((text, context) => {
  const count = readWholeNumber(text, 0, Number.MAX_SAFE_INTEGER);
  if (count === null) context.addIssue('is no count');
  return count ?? z.NEVER;
});

/** An amount that a platform tells as a decimal, in millionths. */
export const toldAmount = z.string().transform((text, context) => {
  const micros = microsOf(text);
  if (micros === null) context.addIssue('is no amount');
  return micros ?? z.NEVER;
});

/** The digits that a platform knows a thing by. */
export const toldId = z.string().refine((text) => text !== '' && !/\D/.test(text), 'is no id of digits');
