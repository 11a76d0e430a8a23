import {
  CONVERSION_REMOVED,
  CURRENCIES,
  type FieldError,
  fieldErrors,
  fieldErrorsInWords,
} from '@cvq/contract';
import type { EventRecord } from '@cvq/storage';
import type { z } from 'zod';
import { requireFitJson } from '../body/json-body.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { CHECKED_SCHEMAS, type CheckedSchemaName } from './checked-schemas.ts';
import { EVENT_CHECKS } from './event-checks.ts';

/** Gives the input in the shape of a schema, or refuses it, naming every field that does not fit, and why. */
export type Validate<Shape> = (input: unknown) => Shape;

type Shape<Name extends CheckedSchemaName> = z.infer<(typeof CHECKED_SCHEMAS)[Name]>;

/**
 * A validator of one schema. Nearly every input is right, and a compiled check says so; all others go through the
 * schema itself, whose complaints are for people. `isCanonical` tells whether the schema would leave an input that fits
 * as it is.
 * @throws TrackRefused (the validator)
 */
function createValidator<Name extends CheckedSchemaName>(
  name: Name,
  isCanonical: (input: Shape<Name>) => boolean = () => true,
): Validate<Shape<Name>> {
  const fits = EVENT_CHECKS[name];
  return (input) => {
    if (fits(input) && isCanonical(input as Shape<Name>)) return input as Shape<Name>;
    const result = CHECKED_SCHEMAS[name].safeParse(input);
    if (result.success) return result.data as Shape<Name>;
    throw refusalOf(fieldErrors(result.error));
  };
}

/** The refusal that names every field that does not fit, or the first of very many. */
export function refusalOf(errors: readonly FieldError[]): TrackRefused {
  return new TrackRefused('bad_request', `${fieldErrorsInWords(errors)}.`);
}

/** An event type without blanks around it is kept as it is, except for the one that cannot be tracked. */
const isKept = (type: string) => type === type.trim() && type !== CONVERSION_REMOVED;

export const validateBrowserEvent = createValidator('browserEvent', ({ event_type }) => isKept(event_type));

export const validateTrackedEvent = createValidator('trackedEvent', ({ event_type, properties }) => {
  const currency = properties?.currency;
  return isKept(event_type) && (!currency || CURRENCIES.has(currency));
});

export const validateTrackedBatch = createValidator('trackedBatch');

/** How deep an event lies in a batch, which counts towards the limit of nesting. */
const EVENT_DEPTH = 3;

/** @throws TrackRefused when an event of a batch holds what no store could give back. */
export function requireFitEvent(event: unknown): void {
  requireFitJson(event, EVENT_DEPTH);
}

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
