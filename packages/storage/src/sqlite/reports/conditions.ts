import type { Filter } from '@cvq/contract';
import type { Day } from '../days/day.ts';
import { workingMemory } from '../working-memory.ts';
import { type Condition, conditionOf, type SingleFilter } from './condition.ts';
import { markCounted } from './counted-events.ts';
import { isMultiValued } from './dimensions.ts';
import { MultiValuedFilter } from './multi-valued-filter.ts';
import type { ReportRun } from './report-run.ts';
import { SessionFilter } from './session-filter.ts';

/** The filters of a question, at work. */
export type Conditions = {
  /** There are filters on acquisition, so that a conversion is judged by the touch that it is attributed to. */
  readonly onTouch: boolean;
  readonly onEvents: boolean;
  /**
   * Which events of a day count, by index. `butTouch` leaves out the filters on acquisition: conversions are
   * judged by it. `all` is what there is before any filter. They are one when there are none. The next call overwrites
   * the answer.
   */
  apply(day: Day): { all: Uint8Array; counts: Uint8Array; butTouch: Uint8Array };
  /** Takes the mark from each event of a day that does not fulfil all filters, whether or not reports count it. */
  narrow(day: Day, marks: Uint8Array): void;
  /** By place of a session, from 1: a 1 for each that fulfils the filters which are not on single events. Null where there are none. */
  ofSessions(day: Day): Uint8Array | null;
  ofTouch(touch: number): boolean;
};

export function conditionsOf(run: ReportRun, filters: readonly Filter[] = []): Conditions {
  const single = filters.filter((filter): filter is SingleFilter => !isMultiValued(filter.dimension));
  const all = single.map((filter) => conditionOf(run.dictionaries, filter));
  const multiValued = filters.flatMap(({ dimension, ...filter }) =>
    isMultiValued(dimension) ? new MultiValuedFilter(run, { dimension, ...filter }) : [],
  );
  const onTouch = all.filter(({ values }) => values.scope === 'acquisition');
  const onEvents = all.filter(({ values }) => values.scope === 'event');
  const ofSessions = new SessionFilter(all, multiValued);
  const butTouchOfSessions = new SessionFilter(
    all.filter(({ values }) => values.scope === 'session'),
    multiValued,
  );
  let unfiltered = workingMemory.uint8(0);
  let butTouch = workingMemory.uint8(0);
  let counts = workingMemory.uint8(0);
  return {
    onTouch: onTouch.length > 0,
    onEvents: onEvents.length > 0,
    apply(day) {
      const { count } = day.events;
      if (butTouch.length < count) butTouch = workingMemory.uint8(count);
      markCounted(run, day, butTouch);
      if (filters.length === 0) return { all: butTouch, counts: butTouch, butTouch };
      if (unfiltered.length < count) unfiltered = workingMemory.uint8(count);
      unfiltered.set(butTouch.subarray(0, count));
      for (const condition of onEvents) narrow(condition, day, butTouch);
      if (onTouch.length === 0) {
        ofSessions.narrow(day, butTouch);
        return { all: unfiltered, counts: butTouch, butTouch };
      }
      if (counts.length < count) counts = workingMemory.uint8(count);
      counts.set(butTouch.subarray(0, count));
      ofSessions.narrow(day, counts);
      butTouchOfSessions.narrow(day, butTouch);
      return { all: unfiltered, counts, butTouch };
    },
    narrow(day, marks) {
      for (const condition of onEvents) narrow(condition, day, marks);
      ofSessions.narrow(day, marks);
    },
    ofSessions: (day) => (ofSessions.isEmpty ? null : ofSessions.of(day)),
    ofTouch: (touch) => onTouch.every(({ values, fulfils }) => fulfils(values.ofTouch(touch))),
  };
}

function narrow({ values, fulfils }: Condition, day: Day, marks: Uint8Array): void {
  const found = values.ofEvents(day, marks);
  for (let index = 0; index < day.events.count; index += 1) {
    if (marks[index] === 1 && !fulfils(found[index] as number)) marks[index] = 0;
  }
}
