import { z } from 'zod';

/** A parameter that is a whole number, both ends included. On the wire it is text. */
export function wholeNumber(minimum: number, maximum: number) {
  const rule = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, rule)
    .meta({ wire: { type: 'integer', minimum, maximum } });
}
