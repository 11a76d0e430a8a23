import type { Filter, MultiValuedDimension } from '@cvq/contract';
import { withoutNot } from '../../../filter-comparison.ts';
import type { Day } from '../../days/day.ts';
import { workingMemory } from '../../working-memory.ts';
import type { ReportRun } from '../report-run.ts';
import { type CollectedFrom, collectedFrom, hasValue } from '../values/multi-valued-dimensions.ts';
import { Condition } from './condition.ts';
import { markCounted } from './counted-events.ts';
import type { SessionCondition } from './session-filter.ts';

/** What is known of a session: that it has a value at all, and one that fulfils the filter. */
const HAS_VALUE = 1;
const FULFILS = 2;

/**
 * A filter on what a session has several values of: by any of its events in the period that count, whatever else is filtered.
 * A session without a value has "(not set)".
 */
export class MultiValuedFilter implements SessionCondition {
  readonly #run: ReportRun;
  readonly #condition: Condition;
  readonly #isOpposite: boolean;
  readonly #collected: CollectedFrom;
  #known: Uint8Array | null = null;

  constructor(run: ReportRun, { dimension, operator, values }: Filter & { dimension: MultiValuedDimension }) {
    const positive = withoutNot(operator);
    this.#run = run;
    this.#isOpposite = positive.isOpposite;
    this.#collected = collectedFrom(dimension, run.dictionaries);
    this.#condition = new Condition(run.dictionaries, {
      dimension: this.#collected.dimension,
      operator: positive.operator,
      values,
    });
  }

  narrowSessions(day: Day, marks: Uint8Array): void {
    const known = this.#ofSessions;
    const numbers = this.#run.sessions.of(day);
    for (let place = 1; place < numbers.length; place += 1)
      if (!this.#isFulfilled(known[numbers[place] as number] as number)) marks[place] = 0;
  }

  fulfilsByItself(day: Day, index: number): boolean {
    if (!hasValue(day, index, this.#collected)) return this.#isFulfilled(0);
    return this.#isFulfilled(this.#knowledgeOf(this.#condition.values.ofEvent(day, index)));
  }

  #knowledgeOf(value: number): number {
    return this.#condition.fulfils(value) ? HAS_VALUE | FULFILS : HAS_VALUE;
  }

  #isFulfilled(known: number): boolean {
    const fulfils = known === 0 ? this.#condition.fulfils(0) : (known & FULFILS) !== 0;
    return fulfils !== this.#isOpposite;
  }

  /** By number of a session what is known of it, from all days of the period. */
  get #ofSessions(): Uint8Array {
    this.#known ??= this.#walk();
    return this.#known;
  }

  #walk(): Uint8Array {
    const { days, sessions, interruption } = this.#run;
    const known = workingMemory.uint8(sessions.room);
    for (const day of days) {
      interruption.check();
      const { session, count } = day.events;
      const marks = workingMemory.uint8(count);
      markCounted(this.#run, day, marks);
      const found = this.#condition.values.ofEvents(day, marks);
      const numbers = sessions.of(day);
      for (let index = 0; index < count; index += 1) {
        if (marks[index] !== 1 || !hasValue(day, index, this.#collected)) continue;
        const own = numbers[session[index] as number] as number;
        known[own] = (known[own] as number) | this.#knowledgeOf(found[index] as number);
      }
    }
    return known;
  }
}
