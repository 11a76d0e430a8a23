import type { Filter } from '@cvq/contract';
import { isMultiValued } from '@cvq/contract/is-multi-valued';
import type { Day } from '../../days/day.ts';
import { withRoomToGrow } from '../../with-room-to-grow.ts';
import { workingMemory } from '../../working-memory.ts';
import type { ReportRun } from '../report-run.ts';
import type { DimensionScope } from '../values/dimensions.ts';
import { Condition, type SingleFilter } from './condition.ts';
import { markCounted } from './counted-events.ts';
import { MultiValuedFilter } from './multi-valued-filter.ts';
import { SessionFilter } from './session-filter.ts';

/** The filters of a question, at work. */
export class Conditions {
  readonly #run: ReportRun;
  readonly #isEmpty: boolean;
  readonly #onTouch: readonly Condition[];
  readonly #onEvents: readonly Condition[];
  readonly #ofSessions: SessionFilter;
  readonly #butTouchOfSessions: SessionFilter;
  #unfiltered = workingMemory.uint8(0);
  #butTouch = workingMemory.uint8(0);
  #counts = workingMemory.uint8(0);

  constructor(run: ReportRun, filters: readonly Filter[] = []) {
    const single = filters.filter((filter): filter is SingleFilter => !isMultiValued(filter.dimension));
    const all = single.map((filter) => new Condition(run.dictionaries, filter));
    const multiValued = filters.flatMap(({ dimension, ...filter }) =>
      isMultiValued(dimension) ? new MultiValuedFilter(run, { dimension, ...filter }) : [],
    );
    const on = (scope: DimensionScope) => all.filter(({ values }) => values.scope === scope);
    this.#run = run;
    this.#isEmpty = filters.length === 0;
    this.#onTouch = on('acquisition');
    this.#onEvents = on('event');
    const sessions = this.#isEmpty ? 0 : run.days.reduce((sum, day) => sum + day.sessions.count, 0);
    const besides = { others: multiValued, sessions };
    this.#ofSessions = new SessionFilter(all, besides);
    this.#butTouchOfSessions = this.areOnTouch ? new SessionFilter(on('session'), besides) : this.#ofSessions;
  }

  /** There are filters on acquisition, so that a conversion is judged by the touch that it is attributed to. */
  get areOnTouch(): boolean {
    return this.#onTouch.length > 0;
  }

  get areOnEvents(): boolean {
    return this.#onEvents.length > 0;
  }

  /**
   * Which events of a day count, by index. `butTouch` leaves out the filters on acquisition: conversions are
   * judged by it. `all` is what there is before any filter. They are one when there are none. The next call overwrites
   * the answer.
   */
  apply(day: Day): { all: Uint8Array; counts: Uint8Array; butTouch: Uint8Array } {
    const { count } = day.events;
    if (this.#butTouch.length < count) this.#butTouch = workingMemory.uint8(withRoomToGrow(count));
    const butTouch = this.#butTouch;
    markCounted(this.#run, day, butTouch);
    if (this.#isEmpty) return { all: butTouch, counts: butTouch, butTouch };
    if (this.#unfiltered.length < count) this.#unfiltered = workingMemory.uint8(withRoomToGrow(count));
    const all = this.#unfiltered;
    all.set(butTouch.subarray(0, count));
    for (const condition of this.#onEvents) condition.narrow(day, butTouch);
    if (!this.areOnTouch) {
      this.#ofSessions.narrow(day, butTouch);
      return { all, counts: butTouch, butTouch };
    }
    if (this.#counts.length < count) this.#counts = workingMemory.uint8(withRoomToGrow(count));
    const counts = this.#counts;
    counts.set(butTouch.subarray(0, count));
    this.#ofSessions.narrow(day, counts);
    this.#butTouchOfSessions.narrow(day, butTouch);
    return { all, counts, butTouch };
  }

  /** Takes the mark from each event of a day that does not fulfil the filters on single events, whether or not reports count it. */
  narrowByEvents(day: Day, marks: Uint8Array): void {
    for (const condition of this.#onEvents) condition.narrow(day, marks);
  }

  /** The same, by all other filters. */
  narrowBySessions(day: Day, marks: Uint8Array): void {
    this.#ofSessions.narrow(day, marks);
  }

  /**
   * By place of a session, from 1: a 1 for each that fulfils the filters which are not on single events. Null where
   * there are none.
   */
  ofSessions(day: Day): Uint8Array | null {
    return this.#ofSessions.isEmpty ? null : this.#ofSessions.of(day);
  }

  ofTouch(touch: number): boolean {
    return this.#onTouch.every((condition) => condition.fulfils(condition.values.ofTouch(touch)));
  }
}
