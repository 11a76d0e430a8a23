import {
  BrowserEvent,
  CONVERSION_REMOVED,
  CURRENCIES,
  type FieldError,
  fieldErrors,
  TrackedEvent,
} from '@cvq/contract';
import type { EventRecord } from '@cvq/storage';
import { Ajv } from 'ajv';
import { z } from 'zod';
import { TrackRefused } from '../errors/track-refused.ts';

/** Gives the input in the shape of a schema, or refuses it, naming every field that does not fit, and why. */
export type Validate<Shape> = (input: unknown) => Shape;

/**
 * Zod writes the schemas: checking them against the schema of schemas takes 40 ms of every start, and finds nothing. Of
 * an older draft, since checks by a newer one make lists of what they have seen, at five times the cost.
 */
const ajv = new Ajv({ strict: false, unicode: false, logger: false, validateSchema: false });

/** A compiled check of a schema: at a tenth of the cost it tells whether the schema would find nothing wrong. */
export function compileCheck(schema: z.ZodType): (input: unknown) => boolean {
  const fits = ajv.compile(
    z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any' }),
  );
  return (input) => fits(input) === true;
}

/**
 * A validator of one schema. Nearly every input is right, and a compiled check says so; all others go through the
 * schema itself, whose complaints are for people. `isCanonical` tells whether the schema would leave an input that fits
 * as it is.
 * @throws TrackRefused (the validator)
 */
export function createValidator<Shape>(
  schema: z.ZodType<Shape>,
  isCanonical: (input: Shape) => boolean = () => true,
): Validate<Shape> {
  const fits = compileCheck(schema);
  return (input) => {
    if (fits(input) && isCanonical(input as Shape)) return input as Shape;
    const result = schema.safeParse(input);
    if (result.success) return result.data;
    throw refusalOf(fieldErrors(result.error));
  };
}

/** The refusal that names every field that does not fit. */
export function refusalOf(errors: readonly FieldError[]): TrackRefused {
  return new TrackRefused(
    'bad_request',
    `${errors.map(({ field, message }) => `${field} ${message}`).join('; ')}.`,
  );
}

/** An event type without blanks around it is kept as it is, but for the one that cannot be tracked. */
const isKept = (type: string) => type === type.trim() && type !== CONVERSION_REMOVED;

export const validateBrowserEvent = createValidator(BrowserEvent, ({ event_type }) => isKept(event_type));

export const validateTrackedEvent = createValidator(TrackedEvent, ({ event_type, properties }) => {
  const currency = properties?.currency;
  return isKept(event_type) && (!currency || CURRENCIES.has(currency));
});

/** What the elements of a batch became. */
export type BatchElements = {
  /** The records of the good elements. */
  readonly records: readonly EventRecord[];
  /** By element: why it was refused, or null. */
  readonly refusals: readonly (string | null)[];
};

/** One bad element fails alone; `make` refuses it by throwing TrackRefused. */
export function batchElements(
  elements: readonly unknown[],
  make: (element: unknown, index: number) => EventRecord,
): BatchElements {
  const records: EventRecord[] = [];
  const refusals = elements.map((element, index) => {
    try {
      records.push(make(element, index));
      return null;
    } catch (error) {
      if (error instanceof TrackRefused) return error.message;
      throw error;
    }
  });
  return { records, refusals };
}
