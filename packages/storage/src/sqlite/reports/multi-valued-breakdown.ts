import type { MultiValuedDimension } from '@cvq/contract';
import type { Breakdown, BreakdownGroup, Question, SeenPage } from '../../reports.ts';
import { BreakdownRows } from './breakdown-rows.ts';
import { type CollectedVisits, collectVisits } from './collected-visits.ts';
import type { Counts } from './counts.ts';
import { valuesOfDimension } from './dimension-values.ts';
import { DistinctByRow } from './distinct-by-row.ts';
import { converts, type FilteredEvents, filterEvents } from './filtered-events.ts';
import { addSale, currencyTotals } from './money.ts';
import { collectedFrom } from './multi-valued-dimensions.ts';
import type { ReportRun } from './report-run.ts';

/** The measures of a period by what sessions have several values of: everything of a session is in the row of each of them. */
export function multiValuedBreakdown(
  run: ReportRun,
  question: Question,
  dimension: MultiValuedDimension,
): Breakdown {
  const { dictionaries } = run;
  const filtered = filterEvents(run, question);
  const rows = new BreakdownRows();
  const visitors = new DistinctByRow();
  const visits = collectVisits(run, filtered, {
    dimension,
    visitLone({ value, isPageview, person }) {
      const row = rows.of(value) as Counts;
      row.events += 1;
      if (isPageview) row.pageviews += 1;
      visitors.add(rows.rowOf(value), person);
    },
  });
  addEvents(visits, { rows, visitors });
  for (const sale of filtered.sales())
    for (const value of visits.valuesOfSale(sale)) {
      const row = rows.of(value) as Counts;
      row.conversions += 1;
      addSale(row, sale);
    }
  const ended = addSessions(run, filtered, { visits, rows });
  const times =
    dimension === 'seen_page' ? visits.times.byPage((session) => ended.counts[session] === 1) : null;
  const distinct = visitors.sorted({ rows: rows.values.length, numbers: run.visitors.room });
  const { text } = valuesOfDimension(dictionaries, collectedFrom(dimension, dictionaries).dimension);
  return {
    visitors: distinct.countAll(),
    rows: rows.counts.map(({ money, ...counts }, row): BreakdownGroup => {
      const value = rows.values[row] as number;
      return {
        value: text(value),
        ...counts,
        visitors: distinct.count(row),
        values: currencyTotals({ money }, dictionaries),
        ...(times !== null && { seen: seenPage(times.get(value), ended.exits.get(value)) }),
      };
    }),
  };
}

function seenPage(times: Omit<SeenPage, 'exits'> = { viewMs: 0, timedViews: 0 }, exits = 0): SeenPage {
  return { exits, ...times };
}

type Table = { readonly rows: BreakdownRows; readonly visitors: DistinctByRow };

function addEvents({ values, events, pageviews, persons }: CollectedVisits, { rows, visitors }: Table): void {
  for (let session = 1; session < events.length; session += 1) {
    if (events[session] === 0) continue;
    const own = persons.of(session);
    for (const value of values.of(session)) {
      const row = rows.of(value) as Counts;
      row.events += events[session] as number;
      row.pageviews += pageviews[session] as number;
      for (const person of own) visitors.add(rows.rowOf(value), person);
    }
  }
}

type Ended = {
  /** By number, a 1 for each session that counts. */
  readonly counts: Uint8Array;
  /** How many of them ended on a page that they had seen, by page. */
  readonly exits: ReadonlyMap<number, number>;
};

function addSessions(
  run: ReportRun,
  filtered: FilteredEvents,
  { visits, rows }: { readonly visits: CollectedVisits; readonly rows: BreakdownRows },
): Ended {
  const exitPages = valuesOfDimension(run.dictionaries, 'exit_page').ofSessions;
  const ended = { counts: new Uint8Array(run.sessions.room), exits: new Map<number, number>() };
  filtered.eachDayOfSessions((day, counts) => {
    const { sessions } = day;
    const { number } = run.sessions.of(day);
    const exits = exitPages?.ofDay(day);
    for (let place = 0; place < sessions.count; place += 1) {
      if (counts[place] !== 1) continue;
      const session = number[place + 1] as number;
      const exit = exits?.[place + 1] as number;
      ended.counts[session] = 1;
      for (const value of visits.values.of(session)) {
        const row = rows.of(value) as Counts;
        row.sessions += 1;
        if (converts(sessions, place)) row.convertedSessions += 1;
        if (sessions.pageviews[place] === 1 && sessions.events[place] === 1) row.bounces += 1;
        if (value === exit) ended.exits.set(value, (ended.exits.get(value) ?? 0) + 1);
      }
    }
  });
  return ended;
}
