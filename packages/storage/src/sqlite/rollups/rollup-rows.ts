import type { Day } from '../days/day.ts';
import { DistinctPairs } from '../days/distinct-pairs.ts';
import { BreakdownRows } from '../reports/breakdown/breakdown-rows.ts';
import { addSession, countedOf } from '../reports/measures/add-session.ts';
import { NO_ROW } from '../reports/numbers/number-lists.ts';
import { BOT } from '../row-codes.ts';
import { isShared } from './shared-sessions.ts';

type ByEvent = { readonly rowOf: Uint32Array; readonly counted: Uint8Array };

/** Adds up the measures of a day by row: an hour, or a value of a dimension. */
export class RollupRows {
  readonly #rows = new BreakdownRows();

  /** @param values those that have a row whether or not there is anything of them */
  constructor(values: readonly number[]) {
    for (const value of values) this.rowOf(value);
  }

  /** By row, the value that it is of. */
  get values(): Uint32Array<ArrayBuffer> {
    return this.#rows.values.slice();
  }

  rowOf(value: number): number {
    return this.#rows.rowOf(value);
  }

  addEvents({ events }: Day, { rowOf, counted, pageview }: ByEvent & { readonly pageview: number }): void {
    const { sums } = this.#rows;
    for (let index = 0; index < events.count; index += 1) {
      if (counted[index] !== 1) continue;
      const row = rowOf[index] as number;
      (sums.events[row] as number) += 1;
      if (events.type[index] === pageview) (sums.pageviews[row] as number) += 1;
    }
  }

  addSales({ events, sales }: Day, { rowOf, counted }: ByEvent): void {
    const { sums } = this.#rows;
    for (let sale = 0; sale < sales.count; sale += 1) {
      const event = sales.event[sale] as number;
      if (counted[event] !== 1 || events.botLevel[event] !== BOT.none) continue;
      const row = rowOf[event] as number;
      (sums.conversions[row] as number) += 1;
      const currency = sales.currency[sale] as number;
      if (currency !== 0)
        sums.money.add(row, { currency, minor: sales.amount[sale] as number, conversions: 1 });
    }
  }

  /** Those that began on the day. */
  addSessions({ sessions }: Day, rowOf: (place: number) => number): void {
    const counted = countedOf(sessions);
    for (let place = 0; place < sessions.count; place += 1) {
      if (sessions.isOfDay[place] !== 1 || (sessions.bot[place] as number) > BOT.counted) continue;
      addSession(this.#rows.sums, rowOf(place), { counted, place });
    }
  }

  /** By row, how many different sessions its events have of those that have none on other days. */
  addSessionsOfEvents(day: Day, { rowOf, counted }: ByEvent): void {
    const { session, count } = day.events;
    const { sessions } = this.#rows.sums;
    // A session has few rows, one after the other for the most part.
    const lastRow = new Int32Array(day.sessions.count).fill(NO_ROW);
    const known = new DistinctPairs();
    for (let index = 0; index < count; index += 1) {
      const place = (session[index] as number) - 1;
      if (counted[index] !== 1 || place === -1 || isShared(day, place)) continue;
      const row = rowOf[index] as number;
      if (lastRow[place] === row) continue;
      lastRow[place] = row;
      if (known.add(place, row)) (sessions[row] as number) += 1;
    }
  }

  /** By row, its different identities, ascending. `byIdentity`: events in the order of those. */
  identitiesOf({ events }: Day, { rowOf, byIdentity }: { rowOf: Uint32Array; byIdentity: Uint32Array }) {
    const { count } = this.#rows;
    const next = new Uint32Array(count + 1);
    for (const index of byIdentity)
      next[(rowOf[index] as number) + 1] = (next[(rowOf[index] as number) + 1] as number) + 1;
    for (let row = 1; row < next.length; row += 1)
      next[row] = (next[row] as number) + (next[row - 1] as number);
    const starts = next.slice();
    const sorted = new Uint32Array(byIdentity.length);
    for (const index of byIdentity) {
      const row = rowOf[index] as number;
      const at = next[row] as number;
      const identity = events.identity[index] as number;
      if (at > (starts[row] as number) && sorted[at - 1] === identity) continue;
      sorted[at] = identity;
      next[row] = at + 1;
    }
    const identityCounts = new Uint32Array(count);
    for (let row = 0; row < count; row += 1)
      identityCounts[row] = (next[row] as number) - (starts[row] as number);
    const identities = new Uint32Array(identityCounts.reduce((sum, count) => sum + count, 0));
    let at = 0;
    for (const [row, length] of identityCounts.entries()) {
      const start = starts[row] as number;
      identities.set(sorted.subarray(start, start + length), at);
      at += length;
    }
    return { identityCounts, identities };
  }

  sums() {
    const { count, sums } = this.#rows;
    return {
      events: sums.events.slice(0, count),
      pageviews: sums.pageviews.slice(0, count),
      sessions: sums.sessions.slice(0, count),
      convertedSessions: sums.convertedSessions.slice(0, count),
      bounces: sums.bounces.slice(0, count),
      conversions: sums.conversions.slice(0, count),
      ...sums.money.columns(count),
    };
  }
}
