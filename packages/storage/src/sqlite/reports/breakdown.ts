import { PAGEVIEW } from '@cvq/contract/constants';
import type { Breakdown, Period, Question } from '../../reports.ts';
import { attributedTouches, eventOf } from './attribution.ts';
import { type Counts, emptyCounts } from './counts.ts';
import { type DimensionValues, valuesOfDimension } from './dimension-values.ts';
import { converts, type FilteredEvents, filterEvents } from './filtered-events.ts';
import { Groups } from './groups.ts';
import { addSale, currencyTotals } from './money.ts';
import { type AnyDimension, type ReportContext, type ReportRun, startRun } from './report-run.ts';
import { NOWHERE, PLACE_BITS, PLACES, type SegmentVisitors } from './visitor-index.ts';

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
type SaleValues = ReadonlyMap<unknown, ReadonlyMap<number, number>>;

/** Adds the events; gives how many visitors they have, and the value of each that is a sale, by its columns and index. */
function addEvents(
  { dictionaries, visitorsOf, counted, events, period }: ReportRun,
  filtered: FilteredEvents,
  { values, rows }: Grouping,
): { visitors: number; valueOfSale: SaleValues } {
  const pageview = dictionaries.idOf(PAGEVIEW);
  const ofEvents = values.scope === 'event';
  const groups = new Groups({
    events: events.reduce((sum, { columns }) => sum + columns.count, 0),
    visitors: counted.room,
    sessions: ofEvents ? dictionaries.sessions() : 0,
  });
  const ofSales = new Map<unknown, Map<number, number>>();
  filtered.eachSegment((columns, { counts, index: segment }) => {
    const { type, session, count, sales } = columns;
    const found = values.ofEvents(events[segment] as (typeof events)[number]);
    const { who: visitors, places, tables } = visitorsOf(columns);
    const who = counted.ofEvents(columns, visitors);
    for (let index = 0; index < count; index += 1) {
      if (counts[index] !== 1) continue;
      const isCounted = ofEvents && beganIn(period, tables, places[index] as number);
      const started = isCounted ? (session[index] as number) : 0;
      const row = groups.add(found[index] as number, who[index] as number, started);
      if (type[index] === pageview) groups.addPageview(row);
    }
    if (values.scope === 'acquisition' || sales.event.length === 0) return;
    ofSales.set(columns, new Map(Array.from(sales.event, (event) => [event, found[event] as number])));
  });
  for (const [value, sums] of groups.sums()) Object.assign(rows.of(value), sums);
  return { visitors: groups.visitors(), valueOfSale: ofSales };
}

/** A period counts the sessions that began in it: an event of it may be of an earlier one, or a server's of a later one. */
function beganIn({ from, to }: Period, tables: SegmentVisitors['tables'], place: number): boolean {
  if (place === NOWHERE) return false;
  const firstAt = tables[place >>> PLACE_BITS]?.firstAt[place & (PLACES - 1)] as number;
  return firstAt >= from && firstAt < to;
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
        ? (valueOfSale.get(sale.columns)?.get(eventOf(sale)) ?? 0)
        : values.ofTouch(touches[index] as number);
    const row = rows.of(value);
    row.conversions += 1;
    addSale(row.money, sale);
  }
}

function addSessions(filtered: FilteredEvents, { values, rows }: Grouping): void {
  filtered.eachSession((columns, place) => {
    const row = rows.of(values.ofSession(columns, place));
    row.sessions += 1;
    if (converts(columns, place)) row.convertedSessions += 1;
    if (columns.pageviews[place] === 1 && columns.events[place] === 1) row.bounces += 1;
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
