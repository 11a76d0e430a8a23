import { NOT_SET } from '@cvq/contract/constants';
import { isNameOfProperty, toldValue } from '../../property-texts.ts';
import type { Period, PropertyLimits, PropertyUse, PropertyUses, Question } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import { DistinctTexts } from '../days/distinct-texts.ts';
import type { Texts } from '../days/packed-texts.ts';
import type { PropertyColumn } from '../days/property-columns.ts';
import { widened } from '../days/widened.ts';
import { filterEvents } from './filters/filtered-events.ts';
import { placesInOrder } from './numbers/places-in-order.ts';
import { type ReportContext, type ReportRun, startRun } from './report-run.ts';

/** A day, with a 1 for each of its events that counts. */
type CountedDay = { readonly day: Day; readonly counts: Uint8Array };

/**
 * The properties of the events that a question counts, the most frequent first, ties by name. One is looked at after the other:
 * their values are many.
 */
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
  const all = new DistinctTexts();
  for (const { day } of days)
    for (const name of day.propertyNames()) if (isNameOfProperty(name)) all.placeOf(name);
  // Whoever puts an id into a name has one for each event: only of those that are told it is worked out what they say.
  const counted = all.length <= limits.names ? null : countNames(run, days);
  const { texts } = counted ?? { texts: all };
  const places = counted === null ? [...Array(all.length).keys()] : mostFrequent(counted, limits.names);
  const told = places.flatMap((place) => {
    run.interruption.check();
    const use = useOf(texts.at(place), days, limits.values);
    return use.events === 0 ? [] : [use];
  });
  return {
    events: days.reduce((sum, { counts }) => sum + counts.reduce((own, one) => own + one, 0), 0),
    total: counted?.texts.length ?? told.length,
    properties: told.sort(byEvents),
  };
}

/** How many of the events have each property. */
function countNames({ interruption }: ReportRun, days: readonly CountedDay[]): CountedTexts {
  const names = new CountedTexts();
  for (const { day, counts } of days) {
    for (const [name, column] of day.everyProperty()) {
      interruption.check();
      const events = eventsOf(column, counts);
      if (events > 0 && isNameOfProperty(name)) names.add(name, events);
    }
  }
  return names;
}

function eventsOf({ event, value, values }: PropertyColumn, counts: Uint8Array): number {
  const says = Uint8Array.from({ length: values.length }, (_, place) => (isValue(values.at(place)) ? 1 : 0));
  let found = 0;
  for (let index = 0; index < event.length; index += 1)
    if (counts[event[index] as number] === 1) found += says[value[index] as number] as number;
  return found;
}

/** Whether a text is a value. As for filters, an empty one and `NOT_SET` are missing values. */
const isValue = (text: string) => text !== '' && text !== NOT_SET;

function useOf(name: string, days: readonly CountedDay[], limit: number): PropertyUse {
  const found = new CountedTexts();
  for (const { day, counts } of days) addUp(day, { name, counts, found });
  const { texts, events } = found;
  return {
    name,
    events: events.reduce((sum, count) => sum + count, 0),
    distinct: texts.length,
    values: mostFrequent(found, limit).map((place) => ({
      value: texts.at(place),
      events: events[place] as number,
    })),
    numbers: numbersIn(texts),
  };
}

/** The places of the texts that most events have, ties by text. */
function mostFrequent({ texts, events }: CountedTexts, limit: number): number[] {
  const keys = Float64Array.from(events, (count) => -count);
  return placesInOrder({ keys, textOf: (place) => texts.at(place) }, { offset: 0, limit });
}

/** Different texts, and how many events have each, outside of the heap of JavaScript. */
class CountedTexts {
  readonly texts = new DistinctTexts();
  #events = new Uint32Array(64);

  /** By place of the text. */
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
  readonly found: CountedTexts;
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
    if (events > 0 && isValue(text)) found.add(toldValue(text), events);
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
