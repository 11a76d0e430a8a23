import {
  bringsOwnTouch,
  type CreditWindow,
  creditOf,
  creditWindow,
  isCreditable,
  type SaleFacts,
  type Visit,
  type Visits,
} from '../../attribution/credit-rule.ts';
import { BOT } from '../row-codes.ts';
import { type EventColumns, FLAG } from '../segments/event-columns.ts';
import type { SessionColumns } from '../segments/session-columns.ts';
import type { ReportRun } from './report-run.ts';
import { findSessionOf } from './visitor-index.ts';

/** A conversion: its event, and its place among the sales of the same columns. */
export type Sale = { readonly columns: EventColumns; readonly sale: number };

type FoundVisit = Visit & { readonly session: number; readonly touch: number };
/** The facts of a conversion, with its own touch by id. */
type Facts = SaleFacts<number, FoundVisit> & { readonly ownTouch: number };

export const eventOf = ({ columns, sale }: Sale) => columns.sales.event[sale] as number;
export const timeOf = (sale: Sale) => sale.columns.at[eventOf(sale)] as number;

/** The touch that each conversion is credited to, by id. */
export function attributedTouches(run: ReportRun, sales: readonly Sale[]): Uint32Array {
  const facts = factsOf(run, sales);
  const visits = visitsBehind(run, facts);
  return Uint32Array.from(facts, (sale) => {
    const credit = creditOf(sale, visits);
    return credit === 'event' ? sale.ownTouch : credit.touch;
  });
}

function factsOf({ finder, dictionaries, persons }: ReportRun, sales: readonly Sale[]): Facts[] {
  const isTouch = dictionaries.column('touches.is_touch');
  return sales.map((sale) => {
    const { columns } = sale;
    const event = eventOf(sale);
    const ownTouch = columns.touch[event] as number;
    const hasStarted = findSessionOf(finder, columns, event);
    const { place, columns: sessions } = finder;
    const visitor = (place === -1 ? 0 : sessions.visitor[place]) || (columns.visitor[event] as number);
    return {
      at: columns.at[event] as number,
      fromServer: ((columns.flags[event] as number) & FLAG.server) !== 0,
      isTouch: isTouch[ownTouch] === 1,
      person: persons.numberOf(visitor, columns.user[event] as number) || null,
      session: hasStarted ? visitAt(sessions, place) : null,
      ownTouch,
    };
  });
}

/** The visits that may be credited with any of the sales, found in one walk over the sessions. */
function visitsBehind(run: ReportRun, sales: readonly Facts[]): Visits<number, FoundVisit> {
  const { isWanted, span } = wantedBy(run, sales);
  const { persons } = run;
  const found = new Map<number, FoundVisit[]>();
  for (const { columns } of run.sessions) {
    for (let place = 0; place < columns.count; place += 1) {
      const startedAt = columns.firstAt[place] as number;
      if (!(startedAt >= span.from && startedAt <= span.to) || columns.isTouch[place] !== 1) continue;
      const person = persons.numberOf(columns.visitor[place] as number, columns.user[place] as number);
      if (isWanted[person] !== 1) continue;
      const visit = visitAt(columns, place);
      if (!isCreditable(visit)) continue;
      const known = found.get(person);
      if (known) known.push(visit);
      else found.set(person, [visit]);
    }
  }
  for (const visits of found.values()) visits.sort((one, other) => other.startedAt - one.startedAt);
  return { of: (person) => found.get(person) ?? [], isLater: laterOf(run) };
}

/** By person a 1 where any of the sales asks for the visits, and when those may have begun. */
function wantedBy({ persons }: ReportRun, sales: readonly Facts[]) {
  const isWanted = new Uint8Array(persons.room);
  let span: CreditWindow = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  for (const sale of sales) {
    if (bringsOwnTouch(sale) || sale.person === null) continue;
    isWanted[sale.person] = 1;
    const { from, to } = creditWindow(sale.at);
    span = { from: Math.min(span.from, from), to: Math.max(span.to, to) };
  }
  return { isWanted, span };
}

function visitAt(columns: SessionColumns, place: number): FoundVisit {
  return {
    startedAt: columns.firstAt[place] as number,
    isTouch: columns.isTouch[place] === 1,
    isBots: columns.bot[place] !== BOT.none,
    session: columns.id[place] as number,
    touch: columns.touch[place] as number,
  };
}

/** The columns do not hold the ids of first events, which order the sessions of one instant. */
function laterOf({ db }: ReportRun): (one: FoundVisit, other: FoundVisit) => boolean {
  const isAfter = db
    .prepare(`
      SELECT (a.first_ms, a.first_suffix) > (b.first_ms, b.first_suffix)
      FROM sessions a, sessions b WHERE a.id = ? AND b.id = ?`)
    .pluck();
  return (one, other) =>
    one.startedAt === other.startedAt
      ? isAfter.get(one.session, other.session) === 1
      : one.startedAt > other.startedAt;
}
