import {
  bringsOwnTouch,
  type CreditWindow,
  creditOf,
  creditWindow,
  type SaleFacts,
  type Visit,
  type Visits,
} from '../../attribution/credit-rule.ts';
import { StoredRows } from '../archive/stored-rows.ts';
import type { Day } from '../days/day.ts';
import { FLAG } from '../days/event-columns.ts';
import { isBefore } from '../ingest/session-state.ts';
import type { RollupOfSales, RollupOfVisits } from '../rollups/rollup-format.ts';
import { visitsOfDay } from '../rollups/visits-of-day.ts';
import { BOT } from '../row-codes.ts';
import type { SessionState } from '../session-table.ts';
import type { ReportRun } from './report-run.ts';

/** A conversion: its day, the sales of that, and its place among them. */
export type Sale = { readonly day: Day; readonly sold: RollupOfSales; readonly sale: number };

type FoundVisit = Visit & { readonly session: number; readonly touch: number };
/** The facts of a conversion, with its own touch by id. */
type Facts = SaleFacts<number, FoundVisit> & { readonly ownTouch: number };

export const timeOf = ({ day, sold, sale }: Sale) => day.start + (sold.time[sale] as number);

/** The touch that each conversion is credited to, by id. */
export function attributedTouches(run: ReportRun, sales: readonly Sale[]): Uint32Array {
  const facts = factsOf(run, sales);
  const visits = visitsBehind(run, facts);
  return Uint32Array.from(facts, (sale) => {
    const credit = creditOf(sale, visits);
    return credit === 'event' ? sale.ownTouch : credit.touch;
  });
}

function factsOf({ dictionaries, persons }: ReportRun, sales: readonly Sale[]): Facts[] {
  const isTouch = dictionaries.column('touches.is_touch');
  return sales.map((one) => {
    const { sold, sale } = one;
    const ownTouch = sold.touch[sale] as number;
    return {
      at: timeOf(one),
      fromServer: ((sold.flags[sale] as number) & FLAG.server) !== 0,
      isTouch: isTouch[ownTouch] === 1,
      person: persons.numberOf(sold.visitor[sale] as number, sold.user[sale] as number) || null,
      session: sold.session[sale] === 0 ? null : sessionOf(one),
      ownTouch,
    };
  });
}

function sessionOf({ sold, sale }: Sale): FoundVisit {
  return {
    startedAt: sold.sessionBeganAt[sale] as number,
    isTouch: sold.sessionIsTouch[sale] === 1,
    isBots: sold.sessionBot[sale] !== BOT.none,
    session: sold.session[sale] as number,
    touch: sold.sessionTouch[sale] as number,
  };
}

/** The visits that may be credited with any of the sales, found in one walk over the sessions. */
function visitsBehind(run: ReportRun, sales: readonly Facts[]): Visits<number, FoundVisit> {
  const found = new Map<number, FoundVisit[]>();
  const { wanted, span } = wantedBy(run, sales);
  const days = span.from > span.to ? [] : run.history.of(run.project, { from: span.from, to: span.to + 1 });
  for (const day of days) {
    run.interruption.check();
    const visits = visitsOfDay(day);
    for (let index = 0; index < visits.session.length; index += 1) {
      const person = run.persons.numberOf(visits.visitor[index] as number, visits.user[index] as number);
      if (wanted[person] !== 1) continue;
      const visit = visitAt(day, visits, index);
      const known = found.get(person);
      if (known) known.push(visit);
      else found.set(person, [visit]);
    }
  }
  for (const visits of found.values()) visits.sort((one, other) => other.startedAt - one.startedAt);
  return { of: (person) => found.get(person) ?? [], isLater: laterOf(run) };
}

/** A 1 for each person whose visits any of the sales asks for, and when those may have begun. */
function wantedBy({ persons }: ReportRun, sales: readonly Facts[]) {
  const wanted = new Uint8Array(persons.room);
  let span: CreditWindow = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  for (const sale of sales) {
    if (bringsOwnTouch(sale) || sale.person === null) continue;
    wanted[sale.person] = 1;
    const { from, to } = creditWindow(sale.at);
    span = { from: Math.min(span.from, from), to: Math.max(span.to, to) };
  }
  return { wanted, span };
}

/** What is kept of a day's visits can all be credited. */
function visitAt({ start }: Day, visits: RollupOfVisits, index: number): FoundVisit {
  return {
    startedAt: start + (visits.start[index] as number),
    isTouch: true,
    isBots: false,
    session: visits.session[index] as number,
    touch: visits.touch[index] as number,
  };
}

/** The columns do not hold the ids of first events, which order the sessions of one instant. */
function laterOf({ db }: ReportRun): (one: FoundVisit, other: FoundVisit) => boolean {
  const rows = new StoredRows(db);
  const firstOf = (session: number) => {
    const { first_ms: ms, first_suffix: suffix } = rows.session(session) as unknown as SessionState;
    return { at: 0, ms: ms as number, suffix: suffix as string };
  };
  return (one, other) => {
    if (one.startedAt !== other.startedAt) return one.startedAt > other.startedAt;
    // Most often it is the conversion's own session, found once more.
    return one.session !== other.session && isBefore(firstOf(other.session), firstOf(one.session));
  };
}
