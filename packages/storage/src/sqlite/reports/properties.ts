import { NOT_SET } from '@cvq/contract/constants';
import type { Period, PropertyLimits, PropertyUse, PropertyUses, Question } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import { filterEvents } from './filtered-events.ts';
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
    properties: found.sort(byEvents(({ name }) => name)).slice(0, limits.names),
  };
}

function useOf(name: string, days: readonly CountedDay[], limit: number): PropertyUse {
  const eventsOf = new Map<string, number>();
  for (const { day, counts } of days) addUp(day, { name, counts, eventsOf });
  const values = [...eventsOf].map(([value, events]) => ({ value, events }));
  return {
    name,
    events: values.reduce((sum, { events }) => sum + events, 0),
    distinct: values.length,
    values: values.sort(byEvents(({ value }) => value)).slice(0, limit),
    numbers: numbersIn(eventsOf.keys()),
  };
}

type Adding = {
  readonly name: string;
  readonly counts: Uint8Array;
  readonly eventsOf: Map<string, number>;
};

function addUp(day: Day, { name, counts, eventsOf }: Adding): void {
  const column = day.property(name);
  if (column === undefined) return;
  const { event, value, values } = column;
  const ofDay = new Uint32Array(values.length);
  for (let index = 0; index < event.length; index += 1)
    if (counts[event[index] as number] === 1) (ofDay[value[index] as number] as number) += 1;
  for (const [place, events] of ofDay.entries()) {
    const text = values.at(place);
    // What says as much as a missing value is one, as filters have it.
    if (events > 0 && text !== '' && text !== NOT_SET) eventsOf.set(text, (eventsOf.get(text) ?? 0) + events);
  }
}

function numbersIn(values: Iterable<string>): PropertyUse['numbers'] {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    const number = value.trim() === '' ? Number.NaN : Number(value);
    if (!Number.isFinite(number)) return null;
    lowest = Math.min(lowest, number);
    highest = Math.max(highest, number);
  }
  return lowest > highest ? null : { lowest, highest };
}

/** The most frequent first; ties by text. */
function byEvents<Item extends { readonly events: number }>(textOf: (item: Item) => string) {
  return (one: Item, other: Item) => other.events - one.events || (textOf(one) < textOf(other) ? -1 : 1);
}
