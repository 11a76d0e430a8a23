import type { MultiValuedDimension } from '@cvq/contract';
import { PAGEVIEW } from '@cvq/contract/constants';
import type { Day } from '../../days/day.ts';
import { FLAG } from '../../days/event-columns.ts';
import { workingMemory } from '../../working-memory.ts';
import type { Sale } from '../credit/sale-list.ts';
import type { FilteredEvents } from '../filters/filtered-events.ts';
import type { ReportRun } from '../report-run.ts';
import { type CollectedFrom, collectedFrom, hasValue } from '../values/multi-valued-dimensions.ts';
import { valuesOfDimension } from '../values/values-of-dimension.ts';
import { CollectedValues } from './collected-values.ts';
import { ViewTimes } from './view-times.ts';

/** An event without a session that counts, with its own value. */
type LoneEvent = { readonly value: number; readonly isPageview: boolean; readonly person: number };

/** What each session holds of a period, by its number. */
export type CollectedVisits = {
  readonly values: CollectedValues;
  readonly times: ViewTimes;
  /** Of those events that count. */
  readonly events: Uint32Array;
  readonly pageviews: Uint32Array;
  readonly persons: CollectedValues;
  /** The values of a sale: those of its session, else its own. */
  valuesOfSale(sale: Sale): Uint32Array;
};

type Asked = {
  readonly dimension: MultiValuedDimension;
  readonly visitLone: (event: LoneEvent) => void;
};

/** Walks the period once; events without a session are told of one by one. */
export function collectVisits(
  run: ReportRun,
  filtered: FilteredEvents,
  { dimension, visitLone }: Asked,
): CollectedVisits {
  const { room } = run.sessions;
  const collected = collectedFrom(dimension, run.dictionaries);
  const ofEvents = valuesOfDimension(run.dictionaries, collected.dimension);
  const ownValue = (day: Day, event: number) =>
    hasValue(day, event, collected) ? ofEvents.ofEvent(day, event) : 0;
  const visits: CollectedVisits = {
    values: new CollectedValues(room),
    times: new ViewTimes(room),
    events: workingMemory.uint32(room),
    pageviews: workingMemory.uint32(room),
    persons: new CollectedValues(room),
    valuesOfSale({ day, sale }) {
      const event = day.sales.event[sale] as number;
      const session = day.events.session[event] as number;
      if (session !== 0) return visits.values.of(run.sessions.of(day)[session] as number);
      return Uint32Array.of(ownValue(day, event));
    },
  };
  const pageview = run.dictionaries.idOf(PAGEVIEW);
  filtered.eachDay((day, { counts, all }) => {
    const values = ofEvents.ofEvents(day, all);
    addDay(run, day, { visits, visitLone, ownValue, found: { values, all, counts, pageview, collected } });
  });
  return visits;
}

type Found = {
  /** By event, its value of the dimension of single events. */
  readonly values: Int32Array;
  readonly all: Uint8Array;
  readonly counts: Uint8Array;
  readonly pageview: number;
  readonly collected: CollectedFrom;
};

type Adding = Pick<Asked, 'visitLone'> & {
  readonly visits: CollectedVisits;
  readonly ownValue: (day: Day, event: number) => number;
  readonly found: Found;
};

function addDay(run: ReportRun, day: Day, { visits, visitLone, ownValue, found }: Adding): void {
  const { session, identity, type, flags, time, count } = day.events;
  const numbers = run.sessions.of(day);
  const persons = run.visitors.of(day);
  for (let index = 0; index < count; index += 1) {
    if (found.all[index] !== 1) continue;
    const own = numbers[session[index] as number] as number;
    const isPageview = type[index] === found.pageview;
    const isCounted = found.counts[index] === 1;
    const person = persons[identity[index] as number] as number;
    if (own === 0) {
      if (isCounted) visitLone({ value: ownValue(day, index), isPageview, person });
      continue;
    }
    const value = found.values[index] as number;
    if (hasValue(day, index, found.collected)) visits.values.add(own, value);
    if (((flags[index] as number) & FLAG.server) === 0) {
      const at = day.start + (time[index] as number);
      if (isPageview) visits.times.addView(own, at, value);
      else visits.times.add(own, at);
    }
    if (!isCounted) continue;
    visits.events[own] = (visits.events[own] as number) + 1;
    if (isPageview) visits.pageviews[own] = (visits.pageviews[own] as number) + 1;
    visits.persons.add(own, person);
  }
}
