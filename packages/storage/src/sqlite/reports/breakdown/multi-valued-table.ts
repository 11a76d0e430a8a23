import type { MultiValuedDimension } from '@cvq/contract';
import type { Question, SeenPage } from '../../../reports.ts';
import { widened } from '../../days/widened.ts';
import { workingMemory } from '../../working-memory.ts';
import { type FilteredMeasures, filterMeasures } from '../filters/filtered-events.ts';
import { addSession, countedOf } from '../measures/add-session.ts';
import { DistinctByRow } from '../numbers/distinct-by-row.ts';
import type { ReportRun } from '../report-run.ts';
import { collectedFrom } from '../values/multi-valued-dimensions.ts';
import { valuesOfDimension } from '../values/values-of-dimension.ts';
import { BreakdownRows } from './breakdown-rows.ts';
import type { MeasuredTable } from './breakdown-tables.ts';
import { type CollectedVisits, collectVisits } from './collected-visits.ts';

/** The measures of a period by what sessions have several values of: everything of a session is in the row of each of them. */
export function multiValuedTable(
  run: ReportRun,
  question: Question,
  dimension: MultiValuedDimension,
): MeasuredTable {
  const { dictionaries } = run;
  const filtered = filterMeasures(run, question);
  const rows = new BreakdownRows();
  const visitors = new DistinctByRow(run.visitors.room);
  const visits = collectVisits(run, filtered, {
    dimension,
    visitLone({ value, isPageview, person }) {
      const row = rows.rowOf(value);
      (rows.sums.events[row] as number) += 1;
      if (isPageview) (rows.sums.pageviews[row] as number) += 1;
      visitors.add(row, person);
    },
  });
  addEvents(visits, { rows, visitors });
  for (const sale of filtered.sales())
    for (const value of visits.valuesOfSale(sale)) {
      const row = rows.rowOf(value);
      (rows.sums.conversions[row] as number) += 1;
      rows.sums.money.addSale(row, sale.sold, sale.sale);
    }
  const ended = addSessions(run, filtered, { visits, rows });
  const values = valuesOfDimension(dictionaries, collectedFrom(dimension, dictionaries).dimension);
  return {
    values,
    rows,
    isOfEvents: false,
    visitors: visitors.sorted({ rows: rows.count }),
    ...(dimension === 'seen_page' && { seenIn: seenPages(visits, { rows, ended }) }),
  };
}

type Table = { readonly rows: BreakdownRows; readonly visitors: DistinctByRow };

function addEvents({ values, events, pageviews, persons }: CollectedVisits, { rows, visitors }: Table): void {
  for (let session = 1; session < events.length; session += 1) {
    if (events[session] === 0) continue;
    const own = persons.of(session);
    for (const value of values.of(session)) {
      const row = rows.rowOf(value);
      (rows.sums.events[row] as number) += events[session] as number;
      (rows.sums.pageviews[row] as number) += pageviews[session] as number;
      for (const person of own) visitors.add(row, person);
    }
  }
}

type Ended = {
  /** By number, a 1 for each session that counts. */
  readonly counts: Uint8Array;
  /** How many of them ended on a page that they had seen, by row. */
  readonly exits: Uint32Array;
};

function addSessions(
  run: ReportRun,
  filtered: FilteredMeasures,
  { visits, rows }: { readonly visits: CollectedVisits; readonly rows: BreakdownRows },
): Ended {
  const exitPages = valuesOfDimension(run.dictionaries, 'exit_page').ofSessions;
  const counts = workingMemory.uint8(run.sessions.room);
  let exits = workingMemory.uint32(rows.count);
  filtered.eachDayOfSessions((day, ofDay) => {
    const { sessions } = day;
    const counted = countedOf(sessions);
    const numbers = run.sessions.of(day);
    const ended = exitPages?.ofDay(day);
    for (let place = 0; place < sessions.count; place += 1) {
      if (ofDay[place] !== 1) continue;
      const session = numbers[place + 1] as number;
      const exit = ended?.[place + 1] as number;
      counts[session] = 1;
      for (const value of visits.values.of(session)) {
        const row = rows.rowOf(value);
        addSession(rows.sums, row, { counted, place });
        if (value !== exit) continue;
        if (row >= exits.length) exits = widened(exits, row + 1);
        (exits[row] as number) += 1;
      }
    }
  });
  return { counts, exits };
}

type Seen = { readonly rows: BreakdownRows; readonly ended: Ended };

/** By row, what became of its page. */
function seenPages({ times }: CollectedVisits, { rows, ended }: Seen): (row: number) => SeenPage {
  const viewMs = workingMemory.float64(rows.count);
  const timedViews = workingMemory.uint32(rows.count);
  times.each((session, page, ms) => {
    if (ended.counts[session] !== 1) return;
    const row = rows.find(page);
    (viewMs[row] as number) += ms;
    (timedViews[row] as number) += 1;
  });
  return (row) => ({
    exits: ended.exits[row] ?? 0,
    viewMs: viewMs[row] as number,
    timedViews: timedViews[row] as number,
  });
}
