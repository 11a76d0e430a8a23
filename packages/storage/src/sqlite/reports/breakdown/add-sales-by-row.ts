import type { Day } from '../../days/day.ts';
import { attributedTouches } from '../credit/attribution.ts';
import type { Sale, SaleList, SalesOfDay } from '../credit/sale-list.ts';
import { salesOf } from '../filters/filtered-events.ts';
import { NO_ROW } from '../numbers/number-lists.ts';
import type { ReportRun } from '../report-run.ts';
import type { DimensionValues } from '../values/dimension-values.ts';
import type { BreakdownRows } from './breakdown-rows.ts';

/** The table whose rows sales are added to. */
type OfSales = { readonly values: DimensionValues; readonly rows: BreakdownRows };
type Sales = { readonly ofRest: SaleList; readonly rolledDays: readonly Day[] };

/** Roll-ups know what a sale is of, but not yet which touch it is credited to. */
export function addSalesByRow(
  run: ReportRun,
  { ofRest, rolledDays }: Sales,
  tables: readonly OfSales[],
): void {
  const byTouch = tables.filter(({ values }) => values.scope === 'acquisition');
  const credited = byTouch.length === 0 ? ofRest : ofRest.concat(salesOf(run, rolledDays));
  const touches = byTouch.length === 0 ? null : attributedTouches(run, credited);
  for (const table of tables) {
    if (table.values.scope !== 'acquisition') for (const ofDay of ofRest.byDay()) addSalesOfDay(ofDay, table);
    else if (touches !== null) addCreditedSales(credited, touches, table);
  }
}

function addSalesOfDay({ day, sold, places }: SalesOfDay, { values, rows }: OfSales): void {
  const { event } = day.sales;
  for (let own = 0; own < places.length; own += 1) {
    const sale = places[own] as number;
    addSale(rows, values.ofEvent(day, event[sale] as number), { sold, sale });
  }
}

/** `touches`: of all of them, one after the other. */
function addCreditedSales(credited: SaleList, touches: Uint32Array, table: OfSales): void {
  let from = 0;
  for (const ofDay of credited.byDay()) {
    const to = from + ofDay.places.length;
    addCreditedOfDay(ofDay, touches.subarray(from, to), table);
    from = to;
  }
}

function addCreditedOfDay(
  { sold, places }: SalesOfDay,
  touches: Uint32Array,
  { values, rows }: OfSales,
): void {
  for (let own = 0; own < places.length; own += 1)
    addSale(rows, values.ofTouch(touches[own] as number), { sold, sale: places[own] as number });
}

function addSale(rows: BreakdownRows, value: number, { sold, sale }: Pick<Sale, 'sold' | 'sale'>): void {
  const row = rows.rowOf(value);
  if (row === NO_ROW) return;
  (rows.sums.conversions[row] as number) += 1;
  rows.sums.money.addSale(row, sold, sale);
}
