import type { Filter, MultiValuedDimension } from '@cvq/contract';
import { PAGEVIEW } from '@cvq/contract/constants';
import { withoutNot } from '../../filter-comparison.ts';
import type { Day } from '../days/day.ts';
import { type Condition, conditionOf } from './condition.ts';
import { markCounted } from './counted-events.ts';
import type { AnyDimension, ReportRun } from './report-run.ts';
import type { SessionCondition } from './session-filter.ts';

/** The dimension of single events whose values a session collects. */
const COLLECTED: Readonly<Record<MultiValuedDimension, AnyDimension>> = {
  seen_page: 'page',
  did_event: 'event_type',
};

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
  /** The type of the events that have a value; null where all have one. */
  readonly #onlyType: number | null;
  #known: Uint8Array | null = null;
  /** Of the day that was asked about last, by event. */
  #found: { readonly day: Day; readonly values: Int32Array } | null = null;

  constructor(run: ReportRun, { dimension, operator, values }: Filter & { dimension: MultiValuedDimension }) {
    const positive = withoutNot(operator);
    this.#run = run;
    this.#isOpposite = positive.isOpposite;
    this.#onlyType = dimension === 'seen_page' ? run.dictionaries.idOf(PAGEVIEW) : null;
    this.#condition = conditionOf(run.dictionaries, {
      dimension: COLLECTED[dimension],
      operator: positive.operator,
      values,
    });
  }

  narrowSessions(day: Day, marks: Uint8Array): void {
    const known = this.#ofSessions;
    const { number } = this.#run.sessions.of(day);
    for (let place = 1; place < number.length; place += 1)
      if (!this.#isFulfilled(known[number[place] as number] as number)) marks[place] = 0;
  }

  fulfilsByItself(day: Day, index: number): boolean {
    if (!this.#hasValue(day, index)) return this.#isFulfilled(0);
    return this.#isFulfilled(this.#knowledgeOf(this.#valuesOf(day)[index] as number));
  }

  #valuesOf(day: Day): Int32Array {
    if (this.#found?.day !== day) {
      const every = new Uint8Array(day.events.count).fill(1);
      this.#found = { day, values: this.#condition.values.ofEvents(day, every) };
    }
    return this.#found.values;
  }

  #hasValue({ events }: Day, index: number): boolean {
    return this.#onlyType === null || events.type[index] === this.#onlyType;
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
    const known = new Uint8Array(sessions.room);
    for (const day of days) {
      interruption.check();
      const { session, count } = day.events;
      const marks = new Uint8Array(count);
      markCounted(this.#run, day, marks);
      const found = this.#valuesOf(day);
      const { number } = sessions.of(day);
      for (let index = 0; index < count; index += 1) {
        if (marks[index] !== 1 || !this.#hasValue(day, index)) continue;
        const own = number[session[index] as number] as number;
        known[own] = (known[own] as number) | this.#knowledgeOf(found[index] as number);
      }
    }
    return known;
  }
}
