import type { ReportDimension } from '@cvq/contract';
import { MAX_BREAKDOWN_ROWS } from '@cvq/contract/constants';
import { isMultiValued } from '@cvq/contract/is-multi-valued';
import type { Breakdown, Period, Question, ToldRows } from '../../../reports.ts';
import { workingMemory } from '../../working-memory.ts';
import { SumsByRow } from '../measures/sums-by-row.ts';
import { NO_ROW } from '../numbers/number-lists.ts';
import { type ReportContext, type ReportRun, startRun } from '../report-run.ts';
import type { DictionaryColumns } from '../values/dictionary-columns.ts';
import { valuesOfDimension } from '../values/values-of-dimension.ts';
import { groupsOf, type MeasuredTable, measureTables } from './breakdown-tables.ts';
import { multiValuedTable } from './multi-valued-table.ts';
import { rowsInOrder } from './rows-in-order.ts';

/** An answer holds so many rows: who may want them all has no bound, but the heap has. */
const FIRST_ROWS: ToldRows = {
  order: { by: 'visitors', currency: '', descending: true },
  offset: 0,
  limit: MAX_BREAKDOWN_ROWS,
};

/** The measures of a period by the values of a dimension. */
export function breakdown(
  context: ReportContext,
  question: Question,
  ...[period, dimension, told = FIRST_ROWS]: [Period, ReportDimension, ToldRows?]
): Breakdown {
  const run = startRun(context, question, period);
  const table = tableOf(run, question, dimension);
  const { values, rows, visitors, isOfEvents } = table;
  // First of all, since that may count the visitors of each row.
  const all = visitors.countAll('limit' in told ? told.limit : told.values.length);
  const chosen = chosenRows(table, told, context.dictionaries);
  const { among = [] } = told;
  return {
    visitors: all,
    rows: groupsOf(table, chosen, context.dictionaries),
    totalRows: rows.count,
    others: othersOf(table, chosen, context.dictionaries),
    isOfEvents,
    known: among.filter((text) => rows.find(values.numberOf(text)) !== NO_ROW),
  };
}

function tableOf(run: ReportRun, question: Question, dimension: ReportDimension): MeasuredTable {
  if (isMultiValued(dimension)) return multiValuedTable(run, question, dimension);
  const values = valuesOfDimension(run.dictionaries, dimension);
  const [table] = measureTables(run, question, [{ dimension, values, wanted: null }]);
  return table as MeasuredTable;
}

function chosenRows(table: MeasuredTable, told: ToldRows, dictionaries: DictionaryColumns): number[] {
  if ('order' in told) return rowsInOrder(table, told, dictionaries);
  const { values, rows } = table;
  const found = told.values.map((text) => rows.find(values.numberOf(text)));
  return [...new Set(found)].filter((row) => row !== NO_ROW);
}

function othersOf(
  { rows }: MeasuredTable,
  told: readonly number[],
  dictionaries: DictionaryColumns,
): Breakdown['others'] {
  const isTold = workingMemory.uint8(rows.count);
  for (const row of told) isTold[row] = 1;
  const others = new SumsByRow(1);
  for (let row = 0; row < rows.count; row += 1) if (isTold[row] === 0) others.addRow(0, rows.sums, row);
  const { convertedSessions: _, bounces: __, ...sums } = others.at(0);
  return { ...sums, values: others.money.totals(0, dictionaries) };
}
