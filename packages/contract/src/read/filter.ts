import { z } from 'zod';
import { DIMENSIONS, MAX_FILTERS, MULTI_VALUED_DIMENSIONS, NOT_SET } from '../constants.ts';
import { type ReportDimension, reportDimension } from './dimension-name.ts';
import {
  FILTER_OPERATORS,
  type FilterOperator,
  OPERATORS_OF_NUMBERS,
  OPERATORS_WITHOUT_VALUES,
} from './filter-operators.ts';
import { splitFilterValues } from './filter-values.ts';

const MAX_VALUES = 100;

/**
 * A condition on a dimension: fulfilled by any of the values, with `not` by none of them. `is_set` and `not_set` have no
 * values. A session has several values of a multi-valued dimension: it fulfils `is` and `contains` by one of them.
 */
export type Filter = {
  readonly dimension: ReportDimension;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
};

const FilterObject = z
  .strictObject({
    dimension: reportDimension([...DIMENSIONS, ...MULTI_VALUED_DIMENSIONS].join(', ')),
    operator: z.enum(FILTER_OPERATORS),
    values: z
      .array(z.string().min(1, `must not be empty; what is missing is called ${NOT_SET}`))
      .max(MAX_VALUES)
      .default([]),
  })
  .superRefine(({ dimension, operator, values }, context) => {
    if (OPERATORS_OF_NUMBERS.includes(operator) && !dimension.startsWith('property:')) {
      const message = `must be another one: ${operator} compares numbers, which only a property:<name> has`;
      context.addIssue({ code: 'custom', path: ['operator'], message });
    }
    if (OPERATORS_OF_NUMBERS.includes(operator) && !(values.length === 1 && isNumber(values[0] ?? ''))) {
      const message = `must be one number for ${operator}, such as 49.9`;
      context.addIssue({ code: 'custom', path: ['values'], message });
      return;
    }
    const needsNone = OPERATORS_WITHOUT_VALUES.includes(operator);
    if (needsNone === (values.length === 0)) return;
    const message = needsNone
      ? `must be left out with ${operator}`
      : `must name at least one for ${operator}`;
    context.addIssue({ code: 'custom', path: ['values'], message });
  });

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

/** Conditions that must all be fulfilled, each as an object or as the text `dimension:operator:value`. */
export const Filters = z
  .array(z.preprocess(fromText, FilterObject))
  .max(MAX_FILTERS, `must hold at most ${MAX_FILTERS} conditions`);

const COMPARING = FILTER_OPERATORS.filter((operator) => !OPERATORS_WITHOUT_VALUES.includes(operator)).join(
  '|',
);
const DIMENSION = `property:[^:]+(?::(?!(?:${COMPARING}):)[^:]*)*|[^:]*`;
/** The operator is what stands between the first colons around one: neither dimensions nor operators have any. */
const COMPARISON = new RegExp(`^(${DIMENSION}):([^:]*):(.*)$`, 's');
/** `campaign:is_set`: nothing stands behind the operator, except for a colon. */
const PRESENCE = new RegExp(`^(${DIMENSION}):(${OPERATORS_WITHOUT_VALUES.join('|')}):?$`, 's');

function fromText(given: unknown, context: z.RefinementCtx): unknown {
  if (typeof given !== 'string') return given;
  const [, present, presence] = PRESENCE.exec(given) ?? [];
  if (presence !== undefined) return { dimension: present, operator: presence };
  const [, dimension, operator, rest] = COMPARISON.exec(given) ?? [];
  if (rest !== undefined) return { dimension, operator, values: splitFilterValues(rest) };
  const quoted = JSON.stringify(given.length > 80 ? `${given.slice(0, 80)}…` : given);
  context.addIssue(`must be dimension:operator:value, such as country:is:DE; it is ${quoted}`);
  return z.NEVER;
}
