import { z } from 'zod';
import { DIMENSIONS, type Dimension } from '../constants.ts';

/** A property of events as a dimension, beyond the twenty. */
export type PropertyDimension = `property:${string}`;

export type DimensionName = Dimension | PropertyDimension;

/** An argument that names a dimension: one of the twenty, or a property of events. `known` says where the twenty are. */
export function dimensionName(known: string) {
  return z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : undefined) })
    .refine(isDimension, {
      error: ({ input }) => `${quoted(String(input))} is not known: use ${known}, or property:<name>`,
    })
    .transform((name) => name as DimensionName);
}

function isDimension(name: string): boolean {
  const isProperty = name.startsWith('property:') && name.length > 'property:'.length;
  return isProperty || DIMENSIONS.some((known) => known === name);
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 80));
