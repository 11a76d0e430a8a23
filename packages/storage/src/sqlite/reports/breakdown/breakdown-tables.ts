import { PAGEVIEW } from '@cvq/contract/constants';
import type { BreakdownGroup, Question, SeenPage } from '../../../reports.ts';
import type { Day } from '../../days/day.ts';
import type { RollupByValue } from '../../rollups/rollup-format.ts';
import { workingMemory } from '../../working-memory.ts';
import { type FilteredMeasures, filterMeasures } from '../filters/filtered-events.ts';
import { addSession, countedOf } from '../measures/add-session.ts';
import { pageviewsOfDay } from '../measures/pageviews-of-day.ts';
import { byRolledDays, type RolledDays, rolledByValue } from '../measures/rolled-days.ts';
import { addSharedSessions } from '../measures/sessions-of-several-days.ts';
import { DistinctByRow } from '../numbers/distinct-by-row.ts';
import { bitOf, type EventBits } from '../numbers/event-bits.ts';
import { NO_ROW } from '../numbers/number-lists.ts';
import { roomFor } from '../numbers/pairs-by-row.ts';
import { Scratch } from '../numbers/scratch.ts';
import type { SortedNumbers } from '../numbers/sorted-numbers.ts';
import type { AnyDimension, ReportRun } from '../report-run.ts';
import type { DictionaryColumns } from '../values/dictionary-columns.ts';
import type { DimensionValues } from '../values/dimension-values.ts';
import { addPlaces } from './add-places.ts';
import { addSalesByRow } from './add-sales-by-row.ts';
import { BreakdownRows } from './breakdown-rows.ts';
import { RowedEvents } from './rowed-events.ts';

/** A dimension whose rows are asked for. */
export type AskedTable = {
  readonly dimension: AnyDimension;
  /** Those of `dimension`: who asks again goes on with the same numbers. */
  readonly values: DimensionValues;
  /** The values that are asked for; null for all. */
  readonly wanted: readonly number[] | null;
};

/** Rows by the values of a dimension: all sums of each but how many visitors it has, which are told by `visitors`. */
export type MeasuredTable = Pick<AskedTable, 'values'> & {
  readonly rows: BreakdownRows;
  readonly visitors: SortedNumbers;
  /** Whether rows are of single events, which have no measures of sessions. */
  readonly isOfEvents: boolean;
  /** What became of the page of a row; for pages that were seen. */
  readonly seenIn?: (row: number) => SeenPage;
};

/** A table in the making. */
type Table = RolledDays<RollupByValue> & {
  readonly values: DimensionValues;
  readonly rows: BreakdownRows;
  readonly visitors: DistinctByRow;
  readonly events: RowedEvents;
};

/** The measures of several dimensions, in one walk over what is read event by event. */
export function measureTables(
  run: ReportRun,
  question: Question,
  asked: readonly AskedTable[],
): MeasuredTable[] {
  const edges = [run.period.from, run.period.to];
  const tables = asked.map(({ dimension, values, wanted }): Table => {
    const visitors = new DistinctByRow(run.visitors.room);
    const rolledDays = rolledByValue(run, question, { dimension, edges });
    return { ...rolledDays, values, rows: new BreakdownRows(wanted), visitors, events: new RowedEvents() };
  });
  for (const group of byRolledDays(tables)) fill(run, question, group);
  return tables.map(({ values, rows, visitors }) => {
    return {
      values,
      rows,
      visitors: visitors.sorted({ rows: rows.count }),
      isOfEvents: values.ofSessions === null,
    };
  });
}

/** Rows of a table as they are told. */
export function groupsOf(
  table: MeasuredTable,
  rows: readonly number[],
  dictionaries: DictionaryColumns,
): BreakdownGroup[] {
  table.visitors.countRows(rows);
  return rows.map((row) => groupOf(table, row, dictionaries));
}

function groupOf(
  { values, rows, visitors, isOfEvents, seenIn }: MeasuredTable,
  row: number,
  dictionaries: DictionaryColumns,
): BreakdownGroup {
  const { convertedSessions, bounces, ...sums } = rows.sums.at(row);
  return {
    value: values.text(rows.valueAt(row)),
    ...sums,
    visitors: visitors.count(row),
    convertedSessions: isOfEvents ? null : convertedSessions,
    bounces: isOfEvents ? null : bounces,
    values: rows.sums.money.totals(row, dictionaries),
    ...(seenIn && { seen: seenIn(row) }),
  };
}

/** `tables`: all with the same days rolled up. */
function fill(run: ReportRun, question: Question, tables: readonly Table[]): void {
  const [{ rolled, rest }] = tables as [Table];
  const filtered = filterMeasures(rest, question);
  addEvents(run, { filtered, rest }, tables);
  for (const table of tables)
    for (const [day, rollup] of table.rolled) addRollup(run.visitors.of(day), rollup, table);
  addSalesByRow(run, { ofRest: filtered.sales(), rolledDays: [...rolled.keys()] }, tables);
  for (const table of tables)
    if (table.values.ofSessions === null)
      addSharedSessions(run, { ...table, rows: countingSessions(table.rows) });
  addSessions(filtered, tables);
}

type Reading = { readonly filtered: FilteredMeasures; readonly rest: ReportRun };

function addEvents(run: ReportRun, { filtered, rest }: Reading, tables: readonly Table[]): void {
  const pageview = run.dictionaries.idOf(PAGEVIEW);
  const sessionsOf = new Map<Table, DistinctByRow>();
  for (const table of tables)
    if (table.values.ofSessions === null) sessionsOf.set(table, new DistinctByRow(rest.sessions.room));
  const ofDay = { before: new Scratch(), pairs: roomFor(0) };
  filtered.eachDay((day, { counts }) => {
    const viewed = pageviewsOfDay(day, pageview);
    for (const table of tables) {
      const { events, rows } = table;
      events.readRows(day, counts, table);
      addDay(events, rows, viewed);
      const isAll = table.rolled.size === 0;
      const numberOf = run.visitors.of(day);
      addPlaces(day.events.identity, { events, rows, ofDay, isAll, numberOf, numbers: table.visitors });
      const numbers = sessionsOf.get(table);
      if (numbers === undefined) continue;
      const begun = rest.sessions.begunOf(day);
      addPlaces(day.events.session, { events, rows, ofDay, isAll, numberOf: begun, numbers });
    }
  });
  for (const [{ rows }, sessions] of sessionsOf) {
    if (rows.count === 0) continue;
    const sorted = sessions.sorted({ rows: rows.count });
    const { sessions: sums } = rows.sums;
    sorted.countEveryRow();
    for (let row = 0; row < rows.count; row += 1) (sums[row] as number) += sorted.count(row);
  }
}

function addDay({ count, index, row: rowOf }: RowedEvents, { sums }: BreakdownRows, viewed: EventBits): void {
  const { events, pageviews } = sums;
  for (let place = 0; place < count; place += 1) {
    const row = rowOf[place] as number;
    events[row] = (events[row] as number) + 1;
    pageviews[row] = (pageviews[row] as number) + bitOf(viewed, index[place] as number);
  }
}

function addRollup(numbers: Uint32Array, rollup: RollupByValue, { rows, visitors }: Table): void {
  const { value, identityCounts: counts, identities: places, moneyRow } = rollup;
  const own = workingMemory.int32(value.length);
  for (let index = 0; index < own.length; index += 1) {
    const row = rows.rowOf(value[index] as number);
    own[index] = row;
    if (row !== NO_ROW) rows.sums.addRolled(row, rollup, index);
  }
  visitors.addLists({ rows: own, counts, places, numbers });
  for (let index = 0; index < moneyRow.length; index += 1) {
    const row = own[moneyRow[index] as number] as number;
    if (row !== NO_ROW) rows.sums.money.addRolled(row, rollup, index);
  }
}

function addSessions(filtered: FilteredMeasures, tables: readonly Table[]): void {
  if (tables.every(({ values }) => values.ofSessions === null)) return;
  filtered.eachDayOfSessions((day, counts) => {
    for (const { values, rows } of tables)
      if (values.ofSessions !== null)
        addSessionsOfDay(day, { counts, found: values.ofSessions.ofDay(day), rows });
  });
}

function countingSessions(rows: BreakdownRows) {
  return {
    wants: (value: number) => rows.wants(value),
    count(value: number) {
      const row = rows.rowOf(value);
      if (row !== NO_ROW) (rows.sums.sessions[row] as number) += 1;
    },
  };
}

type CountedSessions = {
  readonly counts: Uint8Array;
  readonly found: Uint32Array;
  readonly rows: BreakdownRows;
};

function addSessionsOfDay({ sessions }: Day, { counts, found, rows }: CountedSessions): void {
  const { sums } = rows;
  const counted = countedOf(sessions);
  for (let place = 0; place < sessions.count; place += 1) {
    if (counts[place] !== 1) continue;
    const row = rows.rowOf(found[place + 1] as number);
    if (row !== NO_ROW) addSession(sums, row, { counted, place });
  }
}
