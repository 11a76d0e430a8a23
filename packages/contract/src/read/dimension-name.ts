import { z } from 'zod';
import { DIMENSIONS, type Dimension, type MultiValuedDimension } from '../constants.ts';
import { isMultiValued } from './is-multi-valued.ts';

/** A property of events as a dimension, beyond the twenty. */
export type PropertyDimension = `property:${string}`;

export type DimensionName = Dimension | PropertyDimension;

/** What a breakdown can be by, and a filter about. */
export type ReportDimension = DimensionName | MultiValuedDimension;

/** An argument that names a dimension: one of the twenty, or a property of events. `known` says where the twenty are. */
export function dimensionName(known: string) {
  return named(isDimension, known).transform((name) => name as DimensionName);
}

/** As `dimensionName`, or one of which a session has several values. */
export function reportDimension(known: string) {
  return named((name) => isDimension(name) || isMultiValued(name), known).transform(
    (name) => name as ReportDimension,
  );
}

function named(isKnown: (name: string) => boolean, known: string) {
  return z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : undefined) })
    .refine(isKnown, {
      error: ({ input }) => `${quoted(String(input))} is not known: use ${known}, or property:<name>`,
    });
}

function isDimension(name: string): boolean {
  const isProperty = name.startsWith('property:') && name.length > 'property:'.length;
  return isProperty || DIMENSIONS.some((known) => known === name);
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 80));
