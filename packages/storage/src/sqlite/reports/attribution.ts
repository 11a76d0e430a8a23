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
import type { Day } from '../days/day.ts';
import { FLAG } from '../days/event-columns.ts';
import { BOT } from '../row-codes.ts';
import type { ReportRun } from './report-run.ts';

/** A conversion: its day, and its place among the sales of that. */
export type Sale = { readonly day: Day; readonly sale: number };

type FoundVisit = Visit & { readonly session: number; readonly touch: number };
/** The facts of a conversion, with its own touch by id. */
type Facts = SaleFacts<number, FoundVisit> & { readonly ownTouch: number };

export const eventOf = ({ day, sale }: Sale) => day.sales.event[sale] as number;
export const timeOf = (sale: Sale) => sale.day.start + (sale.day.events.time[eventOf(sale)] as number);

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
  return sales.map((sale) => {
    const { events, identities } = sale.day;
    const event = eventOf(sale);
    const ownTouch = events.touch[event] as number;
    const identity = (events.identity[event] as number) - 1;
    const session = (events.session[event] as number) - 1;
    return {
      at: timeOf(sale),
      fromServer: ((events.flags[event] as number) & FLAG.server) !== 0,
      isTouch: isTouch[ownTouch] === 1,
      person:
        identity === -1
          ? null
          : persons.numberOf(identities.visitor[identity] as number, identities.user[identity] as number) ||
            null,
      session: session === -1 ? null : visitAt(sale.day, session),
      ownTouch,
    };
  });
}

/** The visits that may be credited with any of the sales, found in one walk over the sessions. */
function visitsBehind(run: ReportRun, sales: readonly Facts[]): Visits<number, FoundVisit> {
  const found = new Map<number, FoundVisit[]>();
  const { wanted, span } = wantedBy(sales);
  const days = wanted.size === 0 ? [] : run.history.of(run.project, { from: span.from, to: span.to + 1 });
  for (const day of days) {
    run.interruption.check();
    const { count, isOfDay, isTouch, visitor, user } = day.sessions;
    for (let place = 0; place < count; place += 1) {
      if (isTouch[place] !== 1 || isOfDay[place] !== 1) continue;
      const person = run.persons.numberOf(visitor[place] as number, user[place] as number);
      if (!wanted.has(person)) continue;
      const visit = visitAt(day, place);
      if (!isCreditable(visit)) continue;
      const known = found.get(person);
      if (known) known.push(visit);
      else found.set(person, [visit]);
    }
  }
  for (const visits of found.values()) visits.sort((one, other) => other.startedAt - one.startedAt);
  return { of: (person) => found.get(person) ?? [], isLater: laterOf(run) };
}

/** The persons whose visits any of the sales asks for, and when those may have begun. */
function wantedBy(sales: readonly Facts[]) {
  const wanted = new Set<number>();
  let span: CreditWindow = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  for (const sale of sales) {
    if (bringsOwnTouch(sale) || sale.person === null) continue;
    wanted.add(sale.person);
    const { from, to } = creditWindow(sale.at);
    span = { from: Math.min(span.from, from), to: Math.max(span.to, to) };
  }
  return { wanted, span };
}

function visitAt({ start, sessions }: Day, place: number): FoundVisit {
  return {
    startedAt: (sessions.beganAt[place] as number) || start + (sessions.start[place] as number),
    isTouch: sessions.isTouch[place] === 1,
    isBots: sessions.bot[place] !== BOT.none,
    session: sessions.id[place] as number,
    touch: sessions.touch[place] as number,
  };
}

/** The columns do not hold the ids of first events, which order the sessions of one instant. */
function laterOf({ db }: ReportRun): (one: FoundVisit, other: FoundVisit) => boolean {
  const isAfter = db
    .prepare(`
      SELECT (a.first_ms, a.first_suffix) > (b.first_ms, b.first_suffix)
      FROM sessions a, sessions b WHERE a.id = ? AND b.id = ?`)
    .pluck();
  return (one, other) => {
    if (one.startedAt !== other.startedAt) return one.startedAt > other.startedAt;
    // Most often it is the conversion's own session, found once more.
    return one.session !== other.session && isAfter.get(one.session, other.session) === 1;
  };
}
