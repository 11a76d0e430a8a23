import { PAGEVIEW } from '@cvq/contract/constants';
import type { Breakdown, Period, Question } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import type { RollupByValue } from '../rollups/rollup-format.ts';
import { attributedTouches, eventOf, type Sale } from './attribution.ts';
import { addCounts, type Counts, emptyCounts } from './counts.ts';
import { type DimensionValues, valuesOfDimension } from './dimension-values.ts';
import { converts, type FilteredEvents, filterEvents, salesOf } from './filtered-events.ts';
import { Groups } from './groups.ts';
import { addMoney, addSale, currencyTotals } from './money.ts';
import { type AnyDimension, type ReportContext, type ReportRun, startRun } from './report-run.ts';
import { type RolledDays, rolledByValue } from './rolled-days.ts';
import type { SessionsOfDay } from './session-numbers.ts';
import { addSharedSessions } from './sessions-of-several-days.ts';

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
  const values = valuesOfDimension(context.dictionaries, dimension);
  const rows = createRows();
  const { rolled, rest } = rolledByValue(run, question, dimension);
  const filtered = filterEvents(rest, question);
  const { visitors, valueOfSale } = addEvents(run, { filtered, rolled, rest }, { values, rows });
  const sales = filtered.sales();
  // Roll-ups know what a sale is of, but not yet which touch it is credited to.
  if (values.scope === 'acquisition') for (const day of rolled.keys()) sales.push(...salesOf(day));
  addSales(run, sales, { values, rows, valueOfSale });
  const isOfEvents = values.scope === 'event';
  if (isOfEvents) addSharedSessions(run, { rolled, rest, values, rows });
  else addSessions(filtered, { values, rows });
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
type Source = RolledDays<RollupByValue> & { readonly filtered: FilteredEvents };

/** Adds the events; gives how many visitors they have, and the value of each that is a sale, by its day and index. */
function addEvents(
  { dictionaries, visitors }: ReportRun,
  { filtered, rolled, rest }: Source,
  { values, rows }: Grouping,
): { visitors: number; valueOfSale: SaleValues } {
  const pageview = dictionaries.idOf(PAGEVIEW);
  const ofEvents = values.scope === 'event';
  const groups = new Groups({
    entries: entriesOf(rest, rolled),
    visitors: visitors.room,
    sessions: ofEvents ? rest.sessions.room : 0,
  });
  const ofSales = new Map<Day, Map<number, number>>();
  filtered.eachDay((day, { counts }) => {
    const { type, identity, count } = day.events;
    const found = values.ofEvents(day);
    const visitorOf = visitors.of(day);
    const sessionOf = ofEvents ? rest.sessions.of(day) : null;
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
  for (const [day, rollup] of rolled) addVisitors(groups, rollup, visitors.of(day));
  for (const [value, sums] of groups.sums()) Object.assign(rows.of(value), sums);
  for (const rollup of rolled.values()) addRollup(rows, rollup);
  return { visitors: groups.visitors(), valueOfSale: ofSales };
}

function entriesOf({ days }: ReportRun, rolled: Source['rolled']): number {
  let entries = 0;
  for (const { events } of days) entries += events.count;
  for (const { identities } of rolled.values()) entries += identities.length;
  return entries;
}

function addVisitors(
  groups: Groups,
  { value, identityCounts, identities }: RollupByValue,
  numberOf: Uint32Array,
): void {
  let at = 0;
  for (const [row, count] of identityCounts.entries()) {
    const group = groups.rowOf(value[row] as number);
    const end = at + count;
    for (; at < end; at += 1) groups.addVisitor(group, numberOf[identities[at] as number] as number);
  }
}

/** All but the visitors. */
function addRollup(rows: Rows, rollup: RollupByValue): void {
  for (const [row, value] of rollup.value.entries()) addCounts(rows.of(value), rollup, row);
  for (const [index, row] of rollup.moneyRow.entries())
    addMoney(rows.of(rollup.value[row] as number).money, rollup, index);
}

/** A period counts the sessions that began in it: an event of it may be of an earlier one, or a server's of a later one. */
function begunIn({ number, began }: SessionsOfDay, place: number): number {
  return began[place] === 1 ? (number[place] as number) : 0;
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
