import type { Filter } from '@cvq/contract';
import { filterComparison } from '../../filter-comparison.ts';
import { workingMemory } from '../working-memory.ts';
import type { DictionaryColumns } from './dictionary-columns.ts';
import { type DimensionValues, valuesOfDimension } from './dimension-values.ts';
import type { AnyDimension } from './report-run.ts';

/** A filter on a dimension of which everything has one value. */
export type SingleFilter = Filter & { readonly dimension: AnyDimension };

/** A filter at work: whether a value of its dimension fulfils it. */
export type Condition = { readonly values: DimensionValues; fulfils(value: number): boolean };

/** A value is compared as text once, however many events have it. */
export function conditionOf(dictionaries: DictionaryColumns, filter: SingleFilter): Condition {
  const values = valuesOfDimension(dictionaries, filter.dimension);
  // By value: 1 for what fulfils it, 2 for what does not, 0 for what was not compared yet.
  let results = workingMemory.uint8(1024);
  const compare = filterComparison(filter);
  return {
    values,
    fulfils(value) {
      const known = results[value];
      if (known === 1 || known === 2) return known === 1;
      if (value >= results.length) {
        const wider = workingMemory.uint8(Math.max(value + 1, results.length * 2));
        wider.set(results);
        results = wider;
      }
      const result = compare(values.text(value));
      results[value] = result ? 1 : 2;
      return result;
    },
  };
}
