import {
  bringsOwnTouch,
  type CreditWindow,
  creditOf,
  creditWindow,
  type SaleFacts,
  type Visits,
} from '../../../attribution/credit-rule.ts';
import { type StoredRows, storedRowsOf } from '../../archive/stored-rows.ts';
import { type Day, KEPT } from '../../days/day.ts';
import { FLAG } from '../../days/event-columns.ts';
import { isBefore, type Mark } from '../../ingest/session-state.ts';
import type { RollupOfSales } from '../../rollups/rollup-format.ts';
import { salesOfDay } from '../../rollups/sales-of-day.ts';
import { visitsOfDay } from '../../rollups/visits-of-day.ts';
import { BOT } from '../../row-codes.ts';
import type { SessionState } from '../../session-table.ts';
import { workingMemory } from '../../working-memory.ts';
import { keptPersons } from '../persons/person-numbers.ts';
import type { Persons } from '../persons/persons.ts';
import type { ReportRun } from '../report-run.ts';
import type { DictionaryIds } from '../values/dictionary-columns.ts';
import { type CreditableVisit, CreditableVisits } from './creditable-visits.ts';
import { type Credits, creditsOf } from './day-credits.ts';
import type { Sale, SaleList } from './sale-list.ts';

export const timeOf = ({ day, sold, sale }: Sale) => day.start + (sold.time[sale] as number);

/** The touch that each conversion is credited to, by id. */
export function attributedTouches(run: ReportRun, sales: SaleList): Uint32Array {
  const days = new Set(Array.from(sales.byDay(), ({ day }) => day));
  const credits = creditsOf(run, [...days], (missing) => creditDays(run, missing));
  const touches = workingMemory.uint32(sales.length);
  let index = 0;
  for (const { day, places } of sales.byDay()) {
    const ofDay = credits.get(day)?.touches as Uint32Array;
    for (let own = 0; own < places.length; own += 1, index += 1)
      touches[index] = ofDay[places[own] as number] as number;
  }
  return touches;
}

/** The credits of all sales of some days. */
function creditDays(run: ReportRun, days: readonly Day[]): Credits[] {
  const visits = visitsBehind(run, days);
  return days.map((day) => {
    const facts = new FactsOfDay(run, day);
    const { count } = facts;
    const found = { touches: workingMemory.uint32(count), persons: workingMemory.uint32(count) };
    for (let sale = 0; sale < count; sale += 1) {
      const credit = creditOf(facts.of(sale), visits);
      found.touches[sale] = credit === 'event' ? facts.ownTouch : credit.touch;
      found.persons[sale] = facts.person ?? 0;
    }
    return found;
  });
}

/** The facts of one sale of a day after the other. They are told by one object: one for each sale would fill the heap. */
class FactsOfDay implements SaleFacts<number, CreditableVisit> {
  at = 0;
  fromServer = false;
  isTouch = false;
  person: number | null = null;
  session: CreditableVisit | null = null;
  /** Its own touch, by id. */
  ownTouch = 0;
  readonly #day: Day;
  readonly #sold: RollupOfSales;
  readonly #persons: Persons;
  readonly #isTouch: DictionaryIds;
  readonly #ownSession = { startedAt: 0, isTouch: false, isBots: false, session: 0, touch: 0 };

  constructor({ dictionaries, persons }: ReportRun, day: Day) {
    this.#day = day;
    this.#sold = salesOfDay(day);
    this.#persons = persons;
    this.#isTouch = dictionaries.column('touches.is_touch');
  }

  /** How many sales there are. */
  get count(): number {
    return this.#sold.time.length;
  }

  /** Those of a sale, by its place among the day's, until the next is asked for. */
  of(sale: number): this {
    const sold = this.#sold;
    this.at = timeOf({ day: this.#day, sold, sale });
    this.fromServer = ((sold.flags[sale] as number) & FLAG.server) !== 0;
    this.ownTouch = sold.touch[sale] as number;
    this.isTouch = this.#isTouch[this.ownTouch] === 1;
    this.person = this.#persons.numberOf(sold.visitor[sale] as number, sold.user[sale] as number) || null;
    this.session = this.#sessionOf(sale);
    return this;
  }

  #sessionOf(sale: number): CreditableVisit | null {
    const sold = this.#sold;
    const found = this.#ownSession;
    found.session = sold.session[sale] as number;
    if (found.session === 0) return null;
    found.startedAt = sold.sessionBeganAt[sale] as number;
    found.isTouch = sold.sessionIsTouch[sale] === 1;
    found.isBots = sold.sessionBot[sale] !== BOT.none;
    found.touch = sold.sessionTouch[sale] as number;
    return found;
  }
}

/** The visits that may be credited with any sale of some days, found in one walk over the days before. */
function visitsBehind(run: ReportRun, sold: readonly Day[]): Visits<number, CreditableVisit> {
  const found = new CreditableVisits(run.persons.room);
  const span = spanOf(run, sold, found);
  const days = span.from > span.to ? [] : run.history.of(run.project, { from: span.from, to: span.to + 1 });
  for (const day of days) {
    run.interruption.check();
    const visits = visitsOfDay(day);
    const { visitor, user, start } = visits;
    const of = { visitor, user, count: start.length };
    found.addDay(day.start, visits, keptPersons(KEPT.personsOfVisits, { day, of }, run.persons));
  }
  return new VisitsBehind(found, storedRowsOf(run.db));
}

/** When the visits may have begun that any of the sales asks for. Whose they are is noted. */
function spanOf(run: ReportRun, days: readonly Day[], visits: CreditableVisits): CreditWindow {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const day of days) {
    const facts = new FactsOfDay(run, day);
    for (let sale = 0; sale < facts.count; sale += 1) {
      const { person, at } = facts.of(sale);
      if (bringsOwnTouch(facts) || person === null) continue;
      visits.want(person);
      const { from, to } = creditWindow(at);
      first = Math.min(first, from);
      last = Math.max(last, to);
    }
  }
  return { from: first, to: last };
}

class VisitsBehind implements Visits<number, CreditableVisit> {
  readonly #visits: CreditableVisits;
  readonly #rows: StoredRows;

  constructor(visits: CreditableVisits, rows: StoredRows) {
    this.#visits = visits;
    this.#rows = rows;
  }

  of(person: number, window: CreditWindow): Iterable<CreditableVisit> {
    return this.#visits.of(person, window);
  }

  isLater(one: CreditableVisit, other: CreditableVisit): boolean {
    if (one.startedAt !== other.startedAt) return one.startedAt > other.startedAt;
    // Most often it is the conversion's own session, found once more.
    return one.session !== other.session && isBefore(this.#firstOf(other), this.#firstOf(one));
  }

  /** The columns do not hold the ids of first events, which order the sessions of one instant. */
  #firstOf({ session }: CreditableVisit): Mark {
    const { first_ms: ms, first_suffix: suffix } = this.#rows.session(session) as unknown as SessionState;
    return { at: 0, ms: ms as number, suffix: suffix as string };
  }
}
