import {
  DIMENSIONS,
  type Dimension,
  FILTER_OPERATORS,
  type Filter,
  type FilterOperator,
  type FilterParameter,
  type PropertyDimension,
} from '@cvq/contract';
import { ApiError } from '../errors/api-error.ts';

const MAX_FILTERS = 20;
const MAX_VALUES = 100;

/** The operator is what stands between the first colons around one: neither dimensions nor operators have any. */
const FILTER = /^(property:[^:]+(?::(?!(?:is|is_not|contains):)[^:]*)*|[^:]*):([^:]*):(.*)$/s;

/**
 * The conditions that a query names: `dimension:operator:value`, several values with `|` between. A `|` that belongs
 * to a value is written `\|`, a backslash `\\`.
 * @throws ApiError invalid_request that names the filter and what would be right.
 */
export function readFilters(parameter: FilterParameter | undefined): Filter[] {
  const texts = parameter === undefined ? [] : [parameter].flat();
  if (texts.length > MAX_FILTERS) throw refused(`is given ${texts.length} times; at most ${MAX_FILTERS}`);
  return texts.map(readFilter);
}

function readFilter(text: string): Filter {
  const [, dimension, operator, rest] = FILTER.exec(text) ?? [];
  if (dimension === undefined || operator === undefined || rest === undefined) {
    throw refused(`must be dimension:operator:value, such as country:is:DE; it is ${quoted(text)}`);
  }
  const values = splitValues(rest);
  if (values.length > MAX_VALUES) throw refused(`has ${values.length} values; at most ${MAX_VALUES}`);
  if (values.some((value) => value === '')) {
    throw refused(`has an empty value in ${quoted(text)}; what is missing is called (not set)`);
  }
  return { dimension: readDimension(dimension), operator: readOperator(operator), values };
}

/** A dimension by its name: one of the twenty, or a property of events. Undefined for any other word. */
export function dimensionNamed(name: string): Dimension | PropertyDimension | undefined {
  if (isProperty(name)) return name;
  return DIMENSIONS.find((known) => known === name);
}

function isProperty(name: string): name is PropertyDimension {
  return name.startsWith('property:') && name.length > 'property:'.length;
}

function readDimension(name: string): Filter['dimension'] {
  const dimension = dimensionNamed(name);
  if (dimension !== undefined) return dimension;
  throw refused(`has no dimension ${quoted(name)}; use ${DIMENSIONS.join(', ')} or property:<name>`);
}

function readOperator(name: string): FilterOperator {
  const operator = FILTER_OPERATORS.find((known) => known === name);
  if (operator !== undefined) return operator;
  throw refused(`has no operator ${quoted(name)}; use ${FILTER_OPERATORS.join(', ')}`);
}

function splitValues(text: string): string[] {
  const values = [''];
  for (const [part] of text.matchAll(/\\[\\|]|[\s\S]/g)) {
    if (part === '|') values.push('');
    else values[values.length - 1] += part.length === 2 && part.startsWith('\\') ? part.slice(1) : part;
  }
  return values;
}

const quoted = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

function refused(message: string): ApiError {
  return new ApiError('invalid_request', `filter ${message}.`, {
    details: { fields: [{ field: 'filter', message }] },
  });
}
