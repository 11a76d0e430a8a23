import { z } from 'zod';
import { DIMENSIONS, NOT_SET } from '../constants.ts';
import { type DimensionName, dimensionName } from './dimension-name.ts';

/** How a filter compares. `contains` ignores the case of letters, the others do not. */
export const FILTER_OPERATORS = ['is', 'is_not', 'contains'] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

const MAX_FILTERS = 20;
const MAX_VALUES = 100;

/** A condition on a dimension: fulfilled by any of the values, for `is_not` by none of them. */
export type Filter = {
  readonly dimension: DimensionName;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
};

const FilterObject = z.strictObject({
  dimension: dimensionName(DIMENSIONS.join(', ')),
  operator: z.enum(FILTER_OPERATORS),
  values: z
    .array(z.string().min(1, `must not be empty; what is missing is called ${NOT_SET}`))
    .min(1)
    .max(MAX_VALUES),
});

/** Conditions that must all be fulfilled, each as an object or as the text `dimension:operator:value`. */
export const Filters = z
  .array(z.preprocess(fromText, FilterObject))
  .max(MAX_FILTERS, `must hold at most ${MAX_FILTERS} conditions`);

/** The operator is what stands between the first colons around one: neither dimensions nor operators have any. */
const FILTER = /^(property:[^:]+(?::(?!(?:is|is_not|contains):)[^:]*)*|[^:]*):([^:]*):(.*)$/s;

/** Several values have `|` between. A `|` that belongs to a value is written `\|`, a backslash `\\`. */
function fromText(given: unknown, context: z.RefinementCtx): unknown {
  if (typeof given !== 'string') return given;
  const [, dimension, operator, rest] = FILTER.exec(given) ?? [];
  if (rest !== undefined) return { dimension, operator, values: splitValues(rest) };
  const quoted = JSON.stringify(given.length > 80 ? `${given.slice(0, 80)}…` : given);
  context.addIssue(`must be dimension:operator:value, such as country:is:DE; it is ${quoted}`);
  return z.NEVER;
}

function splitValues(text: string): string[] {
  const values = [''];
  for (const [part] of text.matchAll(/\\[\\|]|[\s\S]/g)) {
    if (part === '|') values.push('');
    else values[values.length - 1] += part.length === 2 && part.startsWith('\\') ? part.slice(1) : part;
  }
  return values;
}
