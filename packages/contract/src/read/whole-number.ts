import { z } from 'zod';

/** A number that an agent wrote as text. What a query has as text is made a number before, unless it is too long for one. */
const isText = (input: unknown) => typeof input === 'string' && /^-?\d{1,15}$/.test(input);

/** An argument that is a whole number, both ends included. */
export function wholeNumber(minimum: number, maximum: number) {
  const rule = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .int({ error: ({ input }) => (isText(input) ? `${rule}, and no text` : rule) })
    .min(minimum, rule)
    .max(maximum, rule);
}
