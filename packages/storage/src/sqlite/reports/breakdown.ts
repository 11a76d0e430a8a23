import { PAGEVIEW } from '@cvq/contract/constants';
import type { Breakdown, Period, Question } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import { attributedTouches, eventOf } from './attribution.ts';
import { type Counts, emptyCounts } from './counts.ts';
import { type DimensionValues, valuesOfDimension } from './dimension-values.ts';
import { converts, type FilteredEvents, filterEvents } from './filtered-events.ts';
import { Groups } from './groups.ts';
import { addSale, currencyTotals } from './money.ts';
import { type AnyDimension, type ReportContext, type ReportRun, startRun } from './report-run.ts';
import type { SessionsOfDay } from './session-numbers.ts';

type Rows = { of(value: number): Counts; readonly all: ReadonlyMap<number, Counts> };

/** The measures of a period by the values of a dimension. */
export function breakdown(
  context: ReportContext,
  question: Question,
  period: Period,
  dimension: AnyDimension,
): Breakdown {
  const run = startRun(context, question, period);
  if (run === null) return { visitors: 0, rows: [] };
  const filtered = filterEvents(run, question);
  const values = valuesOfDimension(run, dimension);
  const rows = createRows();
  const { visitors, valueOfSale } = addEvents(run, filtered, { values, rows });
  addSales(run, filtered, { values, rows, valueOfSale });
  const isOfEvents = values.scope === 'event';
  if (!isOfEvents) addSessions(filtered, { values, rows });
  const answer = Array.from(rows.all, ([value, { money, convertedSessions, bounces, ...counts }]) => ({
    value: values.text(value),
    ...counts,
    convertedSessions: isOfEvents ? null : convertedSessions,
    bounces: isOfEvents ? null : bounces,
    values: currencyTotals(money, context.dictionaries),
  }));
  return { visitors, rows: answer };
}

type Grouping = { readonly values: DimensionValues; readonly rows: Rows };
type SaleValues = ReadonlyMap<Day, ReadonlyMap<number, number>>;

/** Adds the events; gives how many visitors they have, and the value of each that is a sale, by its day and index. */
function addEvents(
  { dictionaries, visitors, sessions, days }: ReportRun,
  filtered: FilteredEvents,
  { values, rows }: Grouping,
): { visitors: number; valueOfSale: SaleValues } {
  const pageview = dictionaries.idOf(PAGEVIEW);
  const ofEvents = values.scope === 'event';
  const groups = new Groups({
    events: days.reduce((sum, { events }) => sum + events.count, 0),
    visitors: visitors.room,
    sessions: ofEvents ? sessions.room : 0,
  });
  const ofSales = new Map<Day, Map<number, number>>();
  filtered.eachDay((day, { counts }) => {
    const { type, identity, count } = day.events;
    const found = values.ofEvents(day);
    const visitorOf = visitors.of(day);
    const sessionOf = ofEvents ? sessions.of(day) : null;
    for (let index = 0; index < count; index += 1) {
      if (counts[index] !== 1) continue;
      const row = groups.add(
        found[index] as number,
        visitorOf[identity[index] as number] as number,
        sessionOf === null ? 0 : begunIn(sessionOf, day.events.session[index] as number),
      );
      if (type[index] === pageview) groups.addPageview(row);
    }
    if (values.scope === 'acquisition' || day.sales.count === 0) return;
    ofSales.set(day, new Map(Array.from(day.sales.event, (event) => [event, found[event] as number])));
  });
  for (const [value, sums] of groups.sums()) Object.assign(rows.of(value), sums);
  return { visitors: groups.visitors(), valueOfSale: ofSales };
}

/** A period counts the sessions that began in it: an event of it may be of an earlier one, or a server's of a later one. */
function begunIn({ number, began }: SessionsOfDay, place: number): number {
  return began[place] === 1 ? (number[place] as number) : 0;
}

function addSales(
  run: ReportRun,
  filtered: FilteredEvents,
  { values, rows, valueOfSale }: Grouping & { valueOfSale: SaleValues },
): void {
  const sales = filtered.sales();
  const touches = values.scope === 'acquisition' ? attributedTouches(run, sales) : null;
  for (const [index, sale] of sales.entries()) {
    const value =
      touches === null
        ? (valueOfSale.get(sale.day)?.get(eventOf(sale)) ?? 0)
        : values.ofTouch(touches[index] as number);
    const row = rows.of(value);
    row.conversions += 1;
    addSale(row.money, sale);
  }
}

function addSessions(filtered: FilteredEvents, { values, rows }: Grouping): void {
  filtered.eachSession(({ sessions }, place) => {
    const row = rows.of(values.ofSession(sessions, place));
    row.sessions += 1;
    if (converts(sessions, place)) row.convertedSessions += 1;
    if (sessions.pageviews[place] === 1 && sessions.events[place] === 1) row.bounces += 1;
  });
}

function createRows(): Rows {
  const all = new Map<number, Counts>();
  return {
    all,
    of(value) {
      const known = all.get(value);
      if (known !== undefined) return known;
      const row = emptyCounts();
      all.set(value, row);
      return row;
    },
  };
}
