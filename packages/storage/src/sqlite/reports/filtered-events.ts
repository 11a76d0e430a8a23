import type { Question } from '../../reports.ts';
import { BOT } from '../row-codes.ts';
import type { EventColumns } from '../segments/event-columns.ts';
import type { SessionColumns } from '../segments/session-columns.ts';
import { attributedTouches, type Sale } from './attribution.ts';
import { type Conditions, conditionsOf } from './conditions.ts';
import type { ReportRun } from './report-run.ts';
import { NOWHERE } from './visitor-index.ts';

/** What the filters of a question keep of a period. */
export type FilteredEvents = {
  /**
   * Visit the columns that hold events of the period, in the order of time, with a 1 for each event that counts, and for all
   * that would without filters.
   */
  eachSegment(
    visit: (columns: EventColumns, marks: { counts: Uint8Array; all: Uint8Array; index: number }) => void,
  ): void;
  /** The conversions that count, in the order of time. To be asked for after `eachSegment`. */
  sales(): Sale[];
  /** Visit the sessions that began in the period and count. To be called after `eachSegment`. */
  eachSession(visit: (columns: SessionColumns, place: number) => void): void;
};

export function filterEvents(run: ReportRun, { filters }: Question): FilteredEvents {
  const conditions = conditionsOf(run, filters);
  const sales: Sale[] = [];
  const withEvent = conditions.onEvents ? new Uint8Array(run.dictionaries.sessions()) : null;
  return {
    eachSegment(visit) {
      for (const [index, segment] of run.events.entries()) {
        run.interruption.check();
        const { columns } = segment;
        const { all, counts, butTouch } = conditions.apply(segment);
        const { botLevel, places } = run.visitorsOf(columns);
        for (let sale = 0; sale < columns.sales.event.length; sale += 1) {
          const event = columns.sales.event[sale] as number;
          if (butTouch[event] === 1 && botLevel[event] === BOT.none) sales.push({ columns, sale });
        }
        if (withEvent !== null) markSessions(columns, { counts, places }, withEvent);
        visit(columns, { counts, all, index });
      }
    },
    sales: () => (conditions.onTouch ? attributedTo(run, conditions, sales) : sales),
    eachSession(visit) {
      const { from, to } = run.period;
      for (const { columns } of run.sessions) {
        for (let place = 0; place < columns.count; place += 1) {
          const at = columns.firstAt[place] as number;
          if (!(at >= from && at < to) || (columns.bot[place] as number) > run.worst) continue;
          if (withEvent !== null && withEvent[columns.id[place] as number] !== 1) continue;
          if (conditions.ofSession(columns, place)) visit(columns, place);
        }
      }
    },
  };
}

/** A session converts when one of its events does; a bot's never. */
export function converts(columns: SessionColumns, place: number): boolean {
  return (columns.conversions[place] as number) > 0 && columns.bot[place] === BOT.none;
}

type Marks = { readonly counts: Uint8Array; readonly places: Uint32Array };

function markSessions(columns: EventColumns, { counts, places }: Marks, withEvent: Uint8Array): void {
  for (let index = 0; index < columns.count; index += 1) {
    if (counts[index] !== 1 || places[index] === NOWHERE) continue;
    withEvent[columns.session[index] as number] = 1;
  }
}

function attributedTo(run: ReportRun, conditions: Conditions, sales: readonly Sale[]): Sale[] {
  const touches = attributedTouches(run, sales);
  return sales.filter((_, index) => conditions.ofTouch(touches[index] as number));
}
