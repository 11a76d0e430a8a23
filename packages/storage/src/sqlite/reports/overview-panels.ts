import { isMultiValued } from '@cvq/contract/is-multi-valued';
import type {
  BreakdownGroup,
  OverviewAnswer,
  OverviewAsked,
  OverviewPanel,
  Question,
} from '../../reports.ts';
import { groupsOf, type MeasuredTable, measureTables } from './breakdown/breakdown-tables.ts';
import { multiValuedTable } from './breakdown/multi-valued-table.ts';
import { rowsInOrder } from './breakdown/rows-in-order.ts';
import { NO_ROW } from './numbers/number-lists.ts';
import type { AnyDimension, ReportRun } from './report-run.ts';
import { trendsOf } from './trends/trends.ts';
import type { DictionaryColumns } from './values/dictionary-columns.ts';
import { valuesOfDimension } from './values/values-of-dimension.ts';

/** A question at work on the period, on what is drawn of it, and on the earlier period. */
type PanelRuns = {
  readonly now: ReportRun;
  readonly drawn: ReportRun;
  readonly before: ReportRun | null;
};

type ToldPanel = OverviewAnswer['panels'][number];
type Asked = Pick<OverviewAsked, 'now' | 'measure'>;
type TablePanel = OverviewPanel & { readonly dimension: AnyDimension };

/** The first rows of each dimension, in the order in which these were asked for. */
export function overviewPanels(
  runs: PanelRuns,
  question: Question,
  { panels, ...asked }: Asked & Pick<OverviewAsked, 'panels'>,
): ToldPanel[] {
  const tables = panels.filter((panel): panel is TablePanel => !isMultiValued(panel.dimension));
  const told = tablePanels(runs, question, { ...asked, panels: tables });
  return panels.map((panel) =>
    isMultiValued(panel.dimension)
      ? multiValuedPanel(runs, question, { ...asked, panel })
      : (told.shift() as ToldPanel),
  );
}

/** What was before, and the trend, are asked for of the first rows of now alone. */
function tablePanels(
  runs: PanelRuns,
  question: Question,
  { now: { edges }, panels, measure }: Asked & { readonly panels: readonly TablePanel[] },
): ToldPanel[] {
  const { dictionaries } = runs.now;
  const asked = panels.map(({ dimension }) => ({
    dimension,
    values: valuesOfDimension(dictionaries, dimension),
  }));
  const ofNow = measureTables(
    runs.now,
    question,
    asked.map((table) => ({ ...table, wanted: null })),
  );
  const first = panels.map((panel, index) =>
    firstRows(runs.now, ofNow[index] as MeasuredTable, { panel, measure }),
  );
  const chosen = asked.map((table, index) => ({
    ...table,
    wanted: (first[index] as number[]).map((row) => ofNow[index]?.rows.valueAt(row) as number),
  }));
  const trends = trendsOf(runs.drawn, question, { edges, measure, tables: chosen });
  const ofBefore = runs.before && measureTables(runs.before, question, chosen);
  return ofNow.map((table, index) => {
    const before = ofBefore?.[index] ?? null;
    return toldPanel(
      runs.now,
      { now: table, before },
      { rows: first[index] as number[], trends: trends[index] },
    );
  });
}

type PanelAsked = Asked & { readonly panel: OverviewPanel };

/** By what sessions have several values of. Their trend is not told: it would take each bucket by itself. */
function multiValuedPanel(runs: PanelRuns, question: Question, { panel, measure }: PanelAsked): ToldPanel {
  const { dimension } = panel;
  if (!isMultiValued(dimension)) throw new Error(`A session has one value of ${dimension} alone.`);
  const now = multiValuedTable(runs.now, question, dimension);
  const before = runs.before && multiValuedTable(runs.before, question, dimension);
  return toldPanel(runs.now, { now, before }, { rows: firstRows(runs.now, now, { panel, measure }) });
}

function firstRows(
  { dictionaries }: ReportRun,
  table: MeasuredTable,
  { panel: { rows: limit, dimension: _, ...placed }, measure }: Pick<PanelAsked, 'panel' | 'measure'>,
): number[] {
  // A panel that has a measure of its own brings it in `placed`.
  const order = { ...measure, ...placed, descending: true };
  return rowsInOrder(table, { order, offset: 0, limit }, dictionaries);
}

type Tables = { readonly now: MeasuredTable; readonly before: MeasuredTable | null };
type Chosen = { readonly rows: readonly number[]; readonly trends?: readonly number[][] | undefined };

function toldPanel(
  { dictionaries }: ReportRun,
  { now, before }: Tables,
  { rows, trends }: Chosen,
): ToldPanel {
  const groups = groupsOf(now, rows, dictionaries);
  const values = rows.map((row) => now.rows.valueAt(row));
  const ofBefore = before && groupsOfValues(before, values, dictionaries);
  return {
    totalRows: now.rows.count,
    rows: groups.map((group, place) => ({
      now: group,
      before: ofBefore?.[place] ?? null,
      trend: trends?.[place] ?? [],
    })),
  };
}

/** By value its row, null where it has none. */
function groupsOfValues(
  table: MeasuredTable,
  values: readonly number[],
  dictionaries: DictionaryColumns,
): (BreakdownGroup | null)[] {
  const rows = values.map((value) => table.rows.find(value));
  const found = rows.filter((row) => row !== NO_ROW);
  const groups = groupsOf(table, found, dictionaries);
  const groupOfRow = new Map(found.map((row, place) => [row, groups[place] as BreakdownGroup]));
  return rows.map((row) => groupOfRow.get(row) ?? null);
}
