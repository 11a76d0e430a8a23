import type { ReportDimension } from '@cvq/contract';
import type { Breakdown, Period, Question } from '../../reports.ts';
import { groupOf, measureTables } from './breakdown-tables.ts';
import { valuesOfDimension } from './dimension-values.ts';
import { isMultiValued } from './dimensions.ts';
import { multiValuedBreakdown } from './multi-valued-breakdown.ts';
import { type ReportContext, startRun } from './report-run.ts';

/** The measures of a period by the values of a dimension. */
export function breakdown(
  context: ReportContext,
  question: Question,
  period: Period,
  dimension: ReportDimension,
): Breakdown {
  const run = startRun(context, question, period);
  if (isMultiValued(dimension)) return multiValuedBreakdown(run, question, dimension);
  const values = valuesOfDimension(context.dictionaries, dimension);
  const tables = measureTables(run, question, [{ dimension, values, wanted: null }]);
  const [table] = tables as [(typeof tables)[number]];
  return {
    visitors: table.visitors.countAll(),
    rows: table.rows.values.map((_, row) => groupOf(table, row, context.dictionaries)),
  };
}
