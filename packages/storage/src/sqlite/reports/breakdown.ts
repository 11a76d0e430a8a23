import type { Breakdown, Period, Question } from '../../reports.ts';
import { groupOf, measureTables } from './breakdown-tables.ts';
import { valuesOfDimension } from './dimension-values.ts';
import { type AnyDimension, type ReportContext, startRun } from './report-run.ts';

/** The measures of a period by the values of a dimension. */
export function breakdown(
  context: ReportContext,
  question: Question,
  period: Period,
  dimension: AnyDimension,
): Breakdown {
  const run = startRun(context, question, period);
  const values = valuesOfDimension(context.dictionaries, dimension);
  const tables = measureTables(run, question, [{ dimension, values, wanted: null }]);
  const [table] = tables as [(typeof tables)[number]];
  return {
    visitors: table.visitors.countAll(),
    rows: table.rows.values.map((_, row) => groupOf(table, row, context.dictionaries)),
  };
}
