import { ATTRIBUTION_WINDOW_MS } from '@cvq/contract/constants';
import { type EventColumns, FLAG } from '../columns/event-columns.ts';
import { BOT } from '../row-codes.ts';
import { findSessionOf } from './actors.ts';
import type { Inquiry } from './inquiry.ts';

/** A conversion: its event, and its place among the sales of the same columns. */
export type Sale = { readonly columns: EventColumns; readonly sale: number };

/** A session that began with a touch. */
type Credit = { readonly at: number; readonly session: number; readonly touch: number };

export const eventOf = ({ columns, sale }: Sale) => columns.sales.event[sale] as number;
export const timeOf = (sale: Sale) => sale.columns.at[eventOf(sale)] as number;

/**
 * The touch that each conversion is attributed to, by id: the one that it brings itself when a backend sent it, else
 * that of the last session of its visitor that began with one, up to 90 days before, else how its own session began.
 * A backend's conversion without a known visitor of its session is its user's: any visitor who was identified as
 * that user. What a bot came by is no touch of anyone. Found when it is asked for, so that it cannot depend on the order of arrival.
 */
export function attributedTouches(inquiry: Inquiry, sales: readonly Sale[]): Uint32Array {
  const isTouch = inquiry.words.column('touches.is_touch');
  const touches = new Uint32Array(sales.length);
  const people = sales.map((sale, index): readonly number[] => {
    const { columns } = sale;
    const own = columns.touch[eventOf(sale)] as number;
    const isServers = ((columns.flags[eventOf(sale)] as number) & FLAG.server) !== 0;
    if (!isServers || isTouch[own] !== 1) return peopleBehind(inquiry, sale, isServers);
    touches[index] = own;
    return [];
  });
  const credits = creditsOf(inquiry, sales, people);
  const isLater = laterOf(inquiry);
  for (const [index, sale] of sales.entries()) {
    if (touches[index] !== 0) continue;
    const at = timeOf(sale);
    let last: Credit | undefined;
    for (const person of people[index] as readonly number[]) {
      for (const credit of credits.get(person) ?? []) {
        const isInTime = credit.at <= at && credit.at >= at - ATTRIBUTION_WINDOW_MS;
        if (isInTime && (last === undefined || isLater(credit, last))) last = credit;
      }
    }
    touches[index] = last?.touch ?? touchOfEvent(inquiry, sale);
  }
  return touches;
}

/** How an event's session came about, even where that is not known; an event of none that has started: its own. */
function touchOfEvent({ finder }: Inquiry, sale: Sale): number {
  const { columns } = sale;
  if (!findSessionOf(finder, columns, eventOf(sale))) return columns.touch[eventOf(sale)] as number;
  return finder.columns.touch[finder.place] as number;
}

/** The visitors whose sessions can be credited. */
function peopleBehind(inquiry: Inquiry, { columns, sale }: Sale, isServers: boolean): number[] {
  const { finder, db, project } = inquiry;
  const event = columns.sales.event[sale] as number;
  findSessionOf(finder, columns, event);
  const ofSession = finder.place === -1 ? 0 : (finder.columns.visitor[finder.place] as number);
  if (ofSession !== 0) return [ofSession];
  const own = columns.visitor[event] as number;
  const user = columns.sales.user[sale] as number;
  const linked =
    isServers && user !== 0
      ? (db
          .prepare('SELECT visitor FROM user_visitors WHERE project = ? AND user = ?')
          .pluck()
          .all(project, user) as number[])
      : [];
  return own === 0 ? linked : [own, ...linked];
}

/** By visitor, the sessions that began with a touch. */
function creditsOf(
  { words, sessions }: Inquiry,
  sales: readonly Sale[],
  people: readonly (readonly number[])[],
): ReadonlyMap<number, readonly Credit[]> {
  const credits = new Map<number, Credit[]>();
  const isWanted = new Uint8Array(words.visitors());
  for (const person of people.flat()) isWanted[person] = 1;
  const times = sales.map(timeOf);
  const from = times.reduce((low, at) => Math.min(low, at), Number.POSITIVE_INFINITY) - ATTRIBUTION_WINDOW_MS;
  const to = times.reduce((high, at) => Math.max(high, at), Number.NEGATIVE_INFINITY);
  for (const { columns } of sessions) {
    for (let place = 0; place < columns.count; place += 1) {
      if (columns.isTouch[place] !== 1 || columns.bot[place] !== BOT.none) continue;
      const visitor = columns.visitor[place] as number;
      const at = columns.firstAt[place] as number;
      if (isWanted[visitor] !== 1 || !(at >= from && at <= to)) continue;
      const credit = { at, session: columns.id[place] as number, touch: columns.touch[place] as number };
      const known = credits.get(visitor);
      if (known) known.push(credit);
      else credits.set(visitor, [credit]);
    }
  }
  return credits;
}

/** Sessions of one instant are in the order of the ids of their first events, which the columns do not hold. */
function laterOf({ db }: Inquiry): (credit: Credit, other: Credit) => boolean {
  const isAfter = db
    .prepare(`
      SELECT (a.first_ms, a.first_suffix) > (b.first_ms, b.first_suffix)
      FROM sessions a, sessions b WHERE a.id = ? AND b.id = ?`)
    .pluck();
  return (credit, other) =>
    credit.at === other.at ? isAfter.get(credit.session, other.session) === 1 : credit.at > other.at;
}
