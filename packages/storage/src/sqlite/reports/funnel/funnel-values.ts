import type { Funnel, FunnelValues, FunnelValuesAsked, Period, Question } from '../../../reports.ts';
import type { Day } from '../../days/day.ts';
import { workingMemory } from '../../working-memory.ts';
import { addPlaces } from '../breakdown/add-places.ts';
import { BreakdownRows } from '../breakdown/breakdown-rows.ts';
import { RowedEvents } from '../breakdown/rowed-events.ts';
import { filterEvents } from '../filters/filtered-events.ts';
import { DistinctByRow } from '../numbers/distinct-by-row.ts';
import { NumberSet } from '../numbers/number-set.ts';
import { roomFor } from '../numbers/pairs-by-row.ts';
import { placesInOrder } from '../numbers/places-in-order.ts';
import { Scratch } from '../numbers/scratch.ts';
import { type ReportContext, type ReportRun, startRun } from '../report-run.ts';
import type { DimensionValues } from '../values/dimension-values.ts';
import { valuesOfDimension } from '../values/values-of-dimension.ts';

type Counting = {
  readonly run: ReportRun;
  readonly question: Question;
  readonly funnel: Funnel;
  readonly values: DimensionValues;
};

/**
 * The values that most of those have who took the first step of a funnel: by any event of theirs that is kept, as `funnel` chooses
 * them by a filter on the value. So the first step of that funnel has as many.
 */
export function funnelValues(
  context: ReportContext,
  question: Question,
  ...[period, { funnel, dimension, limit }]: [Period, FunnelValuesAsked]
): FunnelValues {
  const run = startRun(context, question, period);
  const values = valuesOfDimension(run.dictionaries, dimension);
  const { rows, counts } = countStarters({ run, question, funnel, values });
  const told = workingMemory.uint32(rows.count);
  let total = 0;
  for (let row = 0; row < rows.count; row += 1) {
    if (counts[row] === 0) continue;
    told[total] = row;
    total += 1;
  }
  const keys = workingMemory.float64(total);
  for (let place = 0; place < total; place += 1) keys[place] = -(counts[told[place] as number] as number);
  const textOf = (place: number) => values.text(rows.valueAt(told[place] as number));
  return { values: placesInOrder({ keys, textOf }, { offset: 0, limit }).map(textOf), total };
}

/** By row of a value, how many of those who took the first step have it. */
function countStarters({ run, question, funnel, values }: Counting) {
  const starters = startersOf({ run, question, funnel });
  const rows = new BreakdownRows();
  const events = new RowedEvents();
  const numbers = new DistinctByRow(numbersOf(run, funnel).room);
  const ofDay = { before: new Scratch(), pairs: roomFor(0) };
  filterEvents(run, question).eachDay((day, { counts }) => {
    events.readRows(day, counts, { values, rows });
    const numberOf = startersAmong(numbersOf(run, funnel).of(day), starters);
    addPlaces(placesOf(day, funnel), { events, rows, ofDay, isAll: true, numberOf, numbers });
  });
  const counts = workingMemory.uint32(rows.count);
  if (rows.count === 0) return { rows, counts };
  const sorted = numbers.sorted({ rows: rows.count });
  sorted.countEveryRow();
  for (let row = 0; row < rows.count; row += 1) counts[row] = sorted.count(row);
  return { rows, counts };
}

/** Who has taken the first step, whatever is filtered. */
function startersOf({ run, question, funnel }: Omit<Counting, 'values'>): NumberSet {
  const numbers = numbersOf(run, funnel);
  const starters = new NumberSet(numbers.room);
  const first = run.dictionaries.idOf(funnel.eventTypes[0] as string);
  // A type that no event has ever had is 0, which no event has.
  if (first === 0) return starters;
  filterEvents(run, { ...question, filters: [] }).eachDay((day, { all }) => {
    const { type, count } = day.events;
    const places = placesOf(day, funnel);
    const numberOf = numbers.of(day);
    for (let index = 0; index < count; index += 1)
      if (all[index] === 1 && type[index] === first)
        starters.add(numberOf[places[index] as number] as number);
  });
  return starters;
}

const numbersOf = ({ visitors, sessions }: ReportRun, { scope }: Funnel) =>
  scope === 'visitor' ? visitors : sessions;

// A column is taken apart when it is asked for.
const placesOf = ({ events }: Day, { scope }: Funnel) =>
  scope === 'visitor' ? events.identity : events.session;

/** By place the number of who it is, 0 for whoever is not among them. */
function startersAmong(numbers: Uint32Array, starters: NumberSet): Uint32Array {
  const found = workingMemory.uint32(numbers.length);
  for (let place = 1; place < numbers.length; place += 1)
    if (starters.has(numbers[place] as number)) found[place] = numbers[place] as number;
  return found;
}
