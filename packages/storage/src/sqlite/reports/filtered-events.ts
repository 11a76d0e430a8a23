import type { Question } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import type { SessionColumns } from '../days/session-columns.ts';
import { BOT } from '../row-codes.ts';
import { attributedTouches, type Sale } from './attribution.ts';
import { type Conditions, conditionsOf } from './conditions.ts';
import { isCountedSale, LEFT_OUT } from './counted-events.ts';
import type { ReportRun } from './report-run.ts';

type VisitDay = (day: Day, marks: { readonly counts: Uint8Array; readonly all: Uint8Array }) => void;

/** What the filters of a question keep of a period. */
export type FilteredEvents = {
  /**
   * Visit the days that hold events of the period, in the order of time, with a 1 for each event that counts, and for all
   * that would without filters.
   */
  eachDay(visit: VisitDay): void;
  /** Visits one of them. */
  day(day: Day, visit: VisitDay): void;
  /** The conversions that count, in the order of time. To be asked for after `eachDay`. */
  sales(): Sale[];
  /** Visit the sessions that began in the period and count. To be called after `eachDay`. */
  eachSession(visit: (day: Day, place: number) => void): void;
};

export function filterEvents(run: ReportRun, { filters }: Question): FilteredEvents {
  const conditions = conditionsOf(run, filters);
  const sales: Sale[] = [];
  const withEvent = conditions.onEvents ? new Uint8Array(run.sessions.room) : null;
  function visitDay(day: Day, visit: VisitDay): void {
    run.interruption.check();
    const { all, counts, butTouch } = conditions.apply(day);
    addSales(day, butTouch, sales);
    if (withEvent !== null) markSessions(run, { day, counts, withEvent });
    visit(day, { counts, all });
  }
  return {
    eachDay(visit) {
      for (const day of run.days) visitDay(day, visit);
    },
    day: visitDay,
    sales: () => (conditions.onTouch ? attributedTo(run, conditions, sales) : sales),
    eachSession(visit) {
      for (const day of run.days) {
        const { count } = day.sessions;
        const counts = sessionsThatCount(run, day, withEvent);
        for (let place = 0; place < count; place += 1)
          if (counts(place) && conditions.ofSession(day.sessions, place)) visit(day, place);
      }
    },
  };
}

/** Whether a session of a day began in the period, is no bot's and, where that is asked for, has an event that counts. */
function sessionsThatCount(
  { period, leftOut, sessions }: ReportRun,
  day: Day,
  withEvent: Uint8Array | null,
): (place: number) => boolean {
  const { isOfDay, start, bot } = day.sessions;
  const from = period.from - day.start;
  const to = period.to - day.start;
  const number = withEvent === null ? null : sessions.of(day).number;
  return (place) => {
    const at = start[place] as number;
    if (isOfDay[place] !== 1 || at < from || at >= to || (bot[place] as number) > leftOut.worst) return false;
    return number === null || withEvent?.[number[place + 1] as number] === 1;
  };
}

/** A session converts when one of its events does; a bot's never. */
export function converts(sessions: SessionColumns, place: number): boolean {
  return (sessions.conversions[place] as number) > 0 && sessions.bot[place] === BOT.none;
}

/** The sales of a day that count where nothing is filtered and bots are left out. */
export function* salesOf(day: Day): Iterable<Sale> {
  const { flags, botLevel } = day.events;
  for (const [sale, event] of day.sales.event.entries()) {
    if (isCountedSale(flags[event] as number, botLevel[event] as number, LEFT_OUT.excluded))
      yield { day, sale };
  }
}

function addSales(day: Day, marks: Uint8Array, sales: Sale[]): void {
  const { count, event } = day.sales;
  if (count === 0) return;
  const { botLevel } = day.events;
  for (let sale = 0; sale < count; sale += 1) {
    const index = event[sale] as number;
    if (marks[index] === 1 && botLevel[index] === BOT.none) sales.push({ day, sale });
  }
}

type Marking = { readonly day: Day; readonly counts: Uint8Array; readonly withEvent: Uint8Array };

function markSessions(run: ReportRun, { day, counts, withEvent }: Marking): void {
  const { session, count } = day.events;
  const { number } = run.sessions.of(day);
  for (let index = 0; index < count; index += 1)
    if (counts[index] === 1) withEvent[number[session[index] as number] as number] = 1;
}

function attributedTo(run: ReportRun, conditions: Conditions, sales: readonly Sale[]): Sale[] {
  const touches = attributedTouches(run, sales);
  return sales.filter((_, index) => conditions.ofTouch(touches[index] as number));
}
