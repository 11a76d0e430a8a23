import type { Period, Question } from '../../../reports.ts';
import type { Integers } from '../../days/column-body.ts';
import type { Day } from '../../days/day.ts';
import type { SessionColumns } from '../../days/session-columns.ts';
import { salesOfDay } from '../../rollups/sales-of-day.ts';
import { BOT } from '../../row-codes.ts';
import { workingMemory } from '../../working-memory.ts';
import { attributedTouches } from '../credit/attribution.ts';
import { SaleList } from '../credit/sale-list.ts';
import { isWhole } from '../is-whole.ts';
import type { ReportRun } from '../report-run.ts';
import { Conditions } from './conditions.ts';
import { isCountedSale } from './counted-events.ts';

/** A 1 for each event that counts, and for all that would count without filters. */
type Marks = { readonly counts: Uint8Array; readonly all: Uint8Array };
type VisitDay = (day: Day, marks: Marks) => void;

/** The events of a period that the filters of a question keep. */
export type FilteredEvents = {
  /** Visit the days that hold events of the period, in the order of time. */
  eachDay(visit: VisitDay): void;
  /** Visits one of them. */
  day(day: Day, visit: VisitDay): void;
};

/** All that they keep of it. */
export type FilteredMeasures = FilteredEvents & {
  /** The conversions that count, in the order of time. To be asked for after `eachDay`. */
  sales(): SaleList;
  /**
   * Visit the days of the period with a 1 for each session that began in it and counts, by place. To be called after
   * `eachDay`.
   */
  eachDayOfSessions(visit: (day: Day, counts: Uint8Array) => void): void;
};

/** For who asks for events alone: to gather conversions, and to note which sessions have an event that counts, takes time. */
export function filterEvents(run: ReportRun, { filters }: Question): FilteredEvents {
  const conditions = new Conditions(run, filters);
  return visitingDays(run, (day, visit) => visit(day, conditions.apply(day)));
}

/** The events that a question is about, and with them its conversions and the sessions that count. */
export function filterMeasures(run: ReportRun, { filters }: Question): FilteredMeasures {
  const conditions = new Conditions(run, filters);
  const sales = new SaleList();
  const withEvent = conditions.areOnEvents ? workingMemory.uint8(run.sessions.room) : null;
  const events = visitingDays(run, (day, visit) => {
    const { all, counts, butTouch } = conditions.apply(day);
    addSales(day, butTouch, sales);
    if (withEvent !== null) markSessions(run, { day, counts, withEvent });
    visit(day, { counts, all });
  });
  return {
    ...events,
    sales: () => (conditions.areOnTouch ? attributedTo(run, conditions, sales) : sales),
    eachDayOfSessions(visit) {
      for (const day of run.days) visit(day, sessionsThatCount(run, day, { conditions, withEvent }));
    },
  };
}

function visitingDays(run: ReportRun, visitDay: FilteredEvents['day']): FilteredEvents {
  const day: typeof visitDay = (one, visit) => {
    run.interruption.check();
    visitDay(one, visit);
  };
  return {
    day,
    eachDay(visit) {
      for (const one of run.days) day(one, visit);
    },
  };
}

type Wanted = { readonly conditions: Conditions; readonly withEvent: Uint8Array | null };

/**
 * A 1 for each session of a day that began in the period, fulfils the filters, is no bot's and, where that is asked for, has an
 * event that counts.
 */
function sessionsThatCount(
  { period, leftOut, sessions }: ReportRun,
  day: Day,
  { conditions, withEvent }: Wanted,
): Uint8Array {
  const marks = workingMemory.uint8(day.sessions.count);
  markBegun(day.sessions, leftOut.worst, marks);
  if (!isWhole(day, period))
    leaveBegunIn(day.sessions.start, { from: period.from - day.start, to: period.to - day.start }, marks);
  const fulfils = conditions.ofSessions(day);
  if (fulfils !== null) leaveFulfilling(fulfils, marks);
  if (withEvent !== null) leaveWithEvent(sessions.of(day), withEvent, marks);
  return marks;
}

// Each loop by itself: V8 would compile one that asks for everything anew whenever something else is asked.

function markBegun({ isOfDay, bot, count }: SessionColumns, worst: number, marks: Uint8Array): void {
  for (let place = 0; place < count; place += 1)
    marks[place] = isOfDay[place] === 1 && (bot[place] as number) <= worst ? 1 : 0;
}

/** `start`, `from` and `to` are of the same day. */
function leaveBegunIn(start: Integers, { from, to }: Period, marks: Uint8Array): void {
  for (let place = 0; place < marks.length; place += 1)
    if ((start[place] as number) < from || (start[place] as number) >= to) marks[place] = 0;
}

function leaveFulfilling(fulfils: Uint8Array, marks: Uint8Array): void {
  for (let place = 0; place < marks.length; place += 1)
    marks[place] = (marks[place] as number) & (fulfils[place + 1] as number);
}

function leaveWithEvent(numbers: Uint32Array, withEvent: Uint8Array, marks: Uint8Array): void {
  for (let place = 0; place < marks.length; place += 1)
    if (marks[place] === 1 && withEvent[numbers[place + 1] as number] !== 1) marks[place] = 0;
}

/** A session converts when one of its events does; a bot's never. */
export function converts(sessions: Pick<SessionColumns, 'conversions' | 'bot'>, place: number): boolean {
  return (sessions.conversions[place] as number) > 0 && sessions.bot[place] === BOT.none;
}

/** The sales of some days of a period that count where nothing is filtered. */
export function salesOf(run: ReportRun, days: readonly Day[]): SaleList {
  const sales = new SaleList();
  for (const day of days) {
    run.interruption.check();
    addCountedSales(day, run, sales);
  }
  return sales;
}

function addCountedSales(day: Day, { period, leftOut }: ReportRun, sales: SaleList): void {
  const sold = salesOfDay(day);
  const { time, flags, botLevel } = sold;
  const from = period.from - day.start;
  const to = period.to - day.start;
  for (let sale = 0; sale < time.length; sale += 1) {
    const at = time[sale] as number;
    if (at < from || at >= to) continue;
    if (isCountedSale(flags[sale] as number, botLevel[sale] as number, leftOut)) sales.add(day, sold, sale);
  }
}

/** All conversions of a question that count. Where nothing is filtered, no other events are looked at. */
export function countedSales(
  run: ReportRun,
  { filters = [] }: Question,
  filtered: FilteredMeasures,
): SaleList {
  if (filters.length === 0) return salesOf(run, run.days);
  filtered.eachDay(() => {});
  return filtered.sales();
}

function addSales(day: Day, marks: Uint8Array, sales: SaleList): void {
  const { count, event } = day.sales;
  if (count === 0) return;
  const sold = salesOfDay(day);
  for (let sale = 0; sale < count; sale += 1)
    if (marks[event[sale] as number] === 1 && sold.botLevel[sale] === BOT.none) sales.add(day, sold, sale);
}

type Marking = { readonly day: Day; readonly counts: Uint8Array; readonly withEvent: Uint8Array };

function markSessions(run: ReportRun, { day, counts, withEvent }: Marking): void {
  const { session, count } = day.events;
  const numbers = run.sessions.of(day);
  for (let index = 0; index < count; index += 1)
    if (counts[index] === 1) withEvent[numbers[session[index] as number] as number] = 1;
}

function attributedTo(run: ReportRun, conditions: Conditions, sales: SaleList): SaleList {
  const touches = attributedTouches(run, sales);
  return sales.filter((_, index) => conditions.ofTouch(touches[index] as number));
}
