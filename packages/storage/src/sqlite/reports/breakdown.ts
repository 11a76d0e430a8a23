import { PAGEVIEW } from '@cvq/contract/constants';
import type { Breakdown, BreakdownGroup, Period, Question } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import type { RollupByValue } from '../rollups/rollup-format.ts';
import { attributedTouches, type Sale } from './attribution.ts';
import { BreakdownRows } from './breakdown-rows.ts';
import { addCounts, type Counts } from './counts.ts';
import { type DimensionValues, type SessionValues, valuesOfDimension } from './dimension-values.ts';
import { DistinctByRow } from './distinct-by-row.ts';
import { converts, type FilteredEvents, filterEvents, salesOf } from './filtered-events.ts';
import { addMoney, addSale, currencyTotals } from './money.ts';
import { type AnyDimension, type ReportContext, type ReportRun, startRun } from './report-run.ts';
import { rolledByValue } from './rolled-days.ts';
import { addSharedSessions } from './sessions-of-several-days.ts';

/** The measures of a period by the values of a dimension. */
export function breakdown(
  context: ReportContext,
  question: Question,
  period: Period,
  dimension: AnyDimension,
): Breakdown {
  const values = valuesOfDimension(context.dictionaries, dimension);
  const { visitors, rows } = measureByValue(context, question, { period, values, dimension });
  return { visitors, rows: rows.map(({ group }) => group) };
}

/** `values` are those of `dimension`: who asks again goes on with the same numbers. */
type Asked = {
  readonly period: Period;
  readonly values: DimensionValues;
  readonly dimension: AnyDimension;
};

/** A row, with its value as an integer. */
export type MeasuredValue = { readonly value: number; readonly group: BreakdownGroup };

/** The measures of each value, and how many different visitors these have between them. */
export function measureByValue(
  context: ReportContext,
  question: Question,
  { period, values, dimension }: Asked,
): { readonly visitors: number; readonly rows: readonly MeasuredValue[] } {
  const run = startRun(context, question, period);
  if (run === null) return { visitors: 0, rows: [] };
  const grouping = { values, rows: new BreakdownRows(), visitors: new DistinctByRow() };
  const { rows } = grouping;
  const { rolled, rest } = rolledByValue(run, question, dimension);
  const filtered = filterEvents(rest, question);
  const valueOfSale = addEvents({ run, rest }, filtered, grouping);
  for (const [day, rollup] of rolled) addRollup(run.visitors.of(day), rollup, grouping);
  const sales = filtered.sales();
  // Roll-ups know what a sale is of, but not yet which touch it is credited to.
  if (values.scope === 'acquisition') for (const day of rolled.keys()) sales.push(...salesOf(run, day));
  addSales(run, sales, { ...grouping, valueOfSale });
  const isOfEvents = values.ofSessions === null;
  if (values.ofSessions === null) addSharedSessions(run, { rolled, rest, values, rows });
  else addSessions(filtered, values.ofSessions, rows);
  const visitors = grouping.visitors.count({ rows: rows.values.length, numbers: run.visitors.room });
  const measured = rows.counts.map(({ money, convertedSessions, bounces, ...counts }, row) => {
    const value = rows.values[row] as number;
    const group = {
      value: values.text(value),
      ...counts,
      visitors: visitors.ofRow[row] as number,
      convertedSessions: isOfEvents ? null : convertedSessions,
      bounces: isOfEvents ? null : bounces,
      values: currencyTotals(money, context.dictionaries),
    };
    return { value, group };
  });
  return { visitors: visitors.ofAll, rows: measured };
}

type Grouping = {
  readonly values: DimensionValues;
  readonly rows: BreakdownRows;
  readonly visitors: DistinctByRow;
};
type SaleValues = ReadonlyMap<Day, ReadonlyMap<number, number>>;

/** Adds what is read event by event; gives the value of each event that is a sale, by its day and place among the sales. */
function addEvents(
  { run, rest }: { readonly run: ReportRun; readonly rest: ReportRun },
  filtered: FilteredEvents,
  { values, rows, visitors }: Grouping,
): SaleValues {
  const pageview = run.dictionaries.idOf(PAGEVIEW);
  const sessions = values.ofSessions === null ? new DistinctByRow() : null;
  const ofSales = new Map<Day, Map<number, number>>();
  filtered.eachDay((day, { counts, ofSales: mayBeSales }) => {
    const found = values.ofEvents(day, mayBeSales);
    const ofDay = { counts, found, rows };
    addDay(day, { ...ofDay, pageview });
    addPlaces(day.events.identity, { ...ofDay, numberOf: run.visitors.of(day), numbers: visitors });
    if (sessions !== null)
      addPlaces(day.events.session, { ...ofDay, numberOf: rest.sessions.of(day).begun, numbers: sessions });
    if (values.scope === 'acquisition' || day.sales.count === 0) return;
    ofSales.set(day, new Map(Array.from(day.sales.event, (event, sale) => [sale, found[event] as number])));
  });
  if (sessions !== null && rows.values.length > 0) {
    const { ofRow } = sessions.count({ rows: rows.values.length, numbers: rest.sessions.room });
    for (const [row, counts] of rows.counts.entries()) counts.sessions += ofRow[row] as number;
  }
  return ofSales;
}

type OfDay = { readonly counts: Uint8Array; readonly found: Int32Array; readonly rows: BreakdownRows };

function addDay(
  { events: { type, count } }: Day,
  { counts, found, rows, pageview }: OfDay & { pageview: number },
) {
  for (let index = 0; index < count; index += 1) {
    if (counts[index] !== 1) continue;
    const row = rows.of(found[index] as number);
    row.events += 1;
    if (type[index] === pageview) row.pageviews += 1;
  }
}

type Placed = OfDay & { readonly numberOf: Uint32Array; readonly numbers: DistinctByRow };

/** Who acted, or in which session, at the places of a day: most act several times for one row. */
function addPlaces(
  places: Day['events']['identity'],
  { counts, found, rows, numberOf, numbers }: Placed,
): void {
  const lastValue = new Int32Array(numberOf.length).fill(-1);
  for (let index = 0; index < places.length; index += 1) {
    if (counts[index] !== 1) continue;
    const place = places[index] as number;
    const value = found[index] as number;
    if (lastValue[place] === value) continue;
    lastValue[place] = value;
    numbers.add(rows.rowOf(value), numberOf[place] as number);
  }
}

function addRollup(numbers: Uint32Array, rollup: RollupByValue, { rows, visitors }: Grouping): void {
  const { value, identityCounts: counts, identities: places, moneyRow } = rollup;
  const own = Uint32Array.from(value, (one) => rows.rowOf(one));
  visitors.addLists({ rows: own, counts, places, numbers });
  for (const [index, row] of own.entries()) addCounts(rows.counts[row] as Counts, rollup, index);
  for (const [index, row] of moneyRow.entries())
    addMoney((rows.counts[own[row] as number] as Counts).money, rollup, index);
}

function addSales(
  run: ReportRun,
  sales: readonly Sale[],
  { values, rows, valueOfSale }: Grouping & { valueOfSale: SaleValues },
): void {
  const touches = values.scope === 'acquisition' ? attributedTouches(run, sales) : null;
  for (const [index, sale] of sales.entries()) {
    const value =
      touches === null
        ? (valueOfSale.get(sale.day)?.get(sale.sale) ?? 0)
        : values.ofTouch(touches[index] as number);
    const row = rows.of(value);
    row.conversions += 1;
    addSale(row.money, sale);
  }
}

function addSessions(filtered: FilteredEvents, values: SessionValues, rows: BreakdownRows): void {
  filtered.eachDayOfSessions((day, counts) => {
    const { sessions } = day;
    const found = values.ofDay(day);
    for (let place = 0; place < sessions.count; place += 1) {
      if (counts[place] !== 1) continue;
      const row = rows.of(found[place + 1] as number);
      row.sessions += 1;
      if (converts(sessions, place)) row.convertedSessions += 1;
      if (sessions.pageviews[place] === 1 && sessions.events[place] === 1) row.bounces += 1;
    }
  });
}
