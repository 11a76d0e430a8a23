import type { Filter } from '@cvq/contract';
import { filterComparison } from '../../../filter-comparison.ts';
import type { Day } from '../../days/day.ts';
import { workingMemory } from '../../working-memory.ts';
import { Scratch } from '../numbers/scratch.ts';
import type { AnyDimension } from '../report-run.ts';
import type { DictionaryColumns } from '../values/dictionary-columns.ts';
import type { DimensionValues, FewValues } from '../values/dimension-values.ts';
import { valuesOfDimension } from '../values/values-of-dimension.ts';

/** A filter on a dimension of which everything has one value. */
export type SingleFilter = Filter & { readonly dimension: AnyDimension };

const FULFILS = 1;
const FULFILS_NOT = 2;

/** A filter at work. A value is compared as text once, however many events have it. */
export class Condition {
  readonly values: DimensionValues;
  readonly #compare: (text: string) => boolean;
  /** By value; 0 for what was not compared yet. */
  #results = workingMemory.uint8(1024);
  readonly #left = new Scratch();

  constructor(dictionaries: DictionaryColumns, filter: SingleFilter) {
    this.values = valuesOfDimension(dictionaries, filter.dimension);
    this.#compare = filterComparison(filter);
  }

  /** Whether a value of its dimension fulfils it. */
  fulfils(value: number): boolean {
    return (this.#results[value] || this.#judge(value)) === FULFILS;
  }

  /** Takes the mark from each event of a day that does not fulfil it. */
  narrow(day: Day, marks: Uint8Array): void {
    const few = this.fulfils(0) ? null : this.values.ofFewEvents(day);
    if (few !== null) {
      this.#leaveFew(few, marks.subarray(0, day.events.count));
      return;
    }
    const found = this.values.ofEvents(day, marks);
    for (let index = 0; index < day.events.count; index += 1)
      if (marks[index] === 1 && !this.fulfils(found[index] as number)) marks[index] = 0;
  }

  /** All that have no value lose their mark. */
  #leaveFew({ index, entry, values }: FewValues, marks: Uint8Array): void {
    const left = this.#left.bytes(index.length);
    for (let place = 0; place < index.length; place += 1)
      left[place] = this.fulfils(values[entry[place] as number] as number)
        ? (marks[index[place] as number] as number)
        : 0;
    marks.fill(0);
    for (let place = 0; place < index.length; place += 1)
      marks[index[place] as number] = left[place] as number;
  }

  #judge(value: number): number {
    if (value >= this.#results.length) {
      const wider = workingMemory.uint8(Math.max(value + 1, this.#results.length * 2));
      wider.set(this.#results);
      this.#results = wider;
    }
    const result = this.#compare(this.values.text(value)) ? FULFILS : FULFILS_NOT;
    this.#results[value] = result;
    return result;
  }
}
