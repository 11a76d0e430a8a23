import { NOT_SET } from '@cvq/contract/constants';
import type { Period, PropertyLimits, PropertyUse, PropertyUses, Question } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import { DistinctTexts } from '../days/distinct-texts.ts';
import type { Texts } from '../days/packed-texts.ts';
import { widened } from '../days/widened.ts';
import { filterEvents } from './filtered-events.ts';
import { placesInOrder } from './places-in-order.ts';
import { type ReportContext, startRun } from './report-run.ts';

/** A day, with a 1 for each of its events that counts. */
type CountedDay = { readonly day: Day; readonly counts: Uint8Array };

/** The properties of the events that a question counts. One property is looked at after the other: their values are many. */
export function properties(
  context: ReportContext,
  question: Question,
  period: Period,
  limits: PropertyLimits,
): PropertyUses {
  const run = startRun(context, question, period);
  if (run === null) return { events: 0, total: 0, properties: [] };
  const days: CountedDay[] = [];
  filterEvents(run, question).eachDay((day, { counts }) => {
    days.push({ day, counts: counts.slice(0, day.events.count) });
  });
  const names = new Set(days.flatMap(({ day }) => day.propertyNames()));
  const found = [...names].flatMap((name) => {
    run.interruption.check();
    const use = useOf(name, days, limits.values);
    return use.events === 0 ? [] : [use];
  });
  return {
    events: days.reduce((sum, { counts }) => sum + counts.reduce((own, one) => own + one, 0), 0),
    total: found.length,
    properties: found.sort(byEvents).slice(0, limits.names),
  };
}

function useOf(name: string, days: readonly CountedDay[], limit: number): PropertyUse {
  const found = new FoundValues();
  for (const { day, counts } of days) addUp(day, { name, counts, found });
  const { texts, events } = found;
  const textOf = (place: number) => texts.at(place);
  const keys = Float64Array.from(events, (count) => -count);
  return {
    name,
    events: events.reduce((sum, count) => sum + count, 0),
    distinct: texts.length,
    values: placesInOrder({ keys, textOf }, { offset: 0, limit }).map((place) => ({
      value: textOf(place),
      events: events[place] as number,
    })),
    numbers: numbersIn(texts),
  };
}

/** The different values of a property, and how many events have each, outside of the heap of JavaScript. */
class FoundValues {
  readonly texts = new DistinctTexts();
  #events = new Uint32Array(64);

  /** By place of the value. */
  get events(): Uint32Array {
    return this.#events.subarray(0, this.texts.length);
  }

  add(text: string, events: number): void {
    const place = this.texts.placeOf(text);
    if (place >= this.#events.length) this.#events = widened(this.#events, place + 1);
    (this.#events[place] as number) += events;
  }
}

type Adding = {
  readonly name: string;
  readonly counts: Uint8Array;
  readonly found: FoundValues;
};

function addUp(day: Day, { name, counts, found }: Adding): void {
  const column = day.property(name);
  if (column === undefined) return;
  const { event, value, values } = column;
  const ofDay = new Uint32Array(values.length);
  for (let index = 0; index < event.length; index += 1)
    if (counts[event[index] as number] === 1) (ofDay[value[index] as number] as number) += 1;
  for (const [place, events] of ofDay.entries()) {
    const text = values.at(place);
    // What says as much as a missing value is one, as filters have it.
    if (events > 0 && text !== '' && text !== NOT_SET) found.add(text, events);
  }
}

function numbersIn(values: Texts): PropertyUse['numbers'] {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let place = 0; place < values.length; place += 1) {
    const value = values.at(place);
    const number = value.trim() === '' ? Number.NaN : Number(value);
    if (!Number.isFinite(number)) return null;
    lowest = Math.min(lowest, number);
    highest = Math.max(highest, number);
  }
  return lowest > highest ? null : { lowest, highest };
}

/** The most frequent first; ties by name. */
function byEvents(one: PropertyUse, other: PropertyUse): number {
  return other.events - one.events || (one.name < other.name ? -1 : 1);
}
