import type { Day } from '../days/day.ts';
import { converts } from '../reports/filtered-events.ts';
import { BOT } from '../row-codes.ts';
import { isShared } from './shared-sessions.ts';

type ByEvent = { readonly rowOf: Uint32Array; readonly counted: Uint8Array };
type Money = { readonly row: number; readonly currency: number; minor: number; conversions: number };

/** Adds up the measures of a day by row: an hour, or a value of a dimension. */
export class RollupRows {
  /** By row, the value that it is of. */
  readonly values: number[];
  readonly #rows = new Map<number, number>();
  readonly #events: number[] = [];
  readonly #pageviews: number[] = [];
  readonly #sessions: number[] = [];
  readonly #convertedSessions: number[] = [];
  readonly #bounces: number[] = [];
  readonly #conversions: number[] = [];
  readonly #money = new Map<string, Money>();

  constructor(values: readonly number[]) {
    this.values = [];
    for (const value of values) this.rowOf(value);
  }

  rowOf(value: number): number {
    const known = this.#rows.get(value);
    if (known !== undefined) return known;
    const row = this.values.push(value) - 1;
    this.#rows.set(value, row);
    for (const sums of [this.#events, this.#pageviews, this.#sessions]) sums.push(0);
    for (const sums of [this.#convertedSessions, this.#bounces, this.#conversions]) sums.push(0);
    return row;
  }

  addEvents({ events }: Day, { rowOf, counted, pageview }: ByEvent & { readonly pageview: number }): void {
    for (let index = 0; index < events.count; index += 1) {
      if (counted[index] !== 1) continue;
      const row = rowOf[index] as number;
      add(this.#events, row);
      if (events.type[index] === pageview) add(this.#pageviews, row);
    }
  }

  addSales({ events, sales }: Day, { rowOf, counted }: ByEvent): void {
    for (let sale = 0; sale < sales.count; sale += 1) {
      const event = sales.event[sale] as number;
      if (counted[event] !== 1 || events.botLevel[event] !== BOT.none) continue;
      const row = rowOf[event] as number;
      add(this.#conversions, row);
      const currency = sales.currency[sale] as number;
      if (currency === 0) continue;
      const key = `${row} ${currency}`;
      const sum = this.#money.get(key) ?? { row, currency, minor: 0, conversions: 0 };
      sum.minor += sales.amount[sale] as number;
      sum.conversions += 1;
      this.#money.set(key, sum);
    }
  }

  /** Those that began on the day. */
  addSessions({ sessions }: Day, rowOf: (place: number) => number): void {
    for (let place = 0; place < sessions.count; place += 1) {
      if (sessions.isOfDay[place] !== 1 || (sessions.bot[place] as number) > BOT.counted) continue;
      const row = rowOf(place);
      add(this.#sessions, row);
      if (converts(sessions, place)) add(this.#convertedSessions, row);
      if (sessions.pageviews[place] === 1 && sessions.events[place] === 1) add(this.#bounces, row);
    }
  }

  /** By row, how many different sessions its events have of those that have none on other days. */
  addSessionsOfEvents(day: Day, { rowOf, counted }: ByEvent): void {
    const { session, count } = day.events;
    // A session has few rows, one after the other for the most part.
    const lastRow = new Int32Array(day.sessions.count).fill(-1);
    const others = new Map<number, Set<number>>();
    for (let index = 0; index < count; index += 1) {
      const place = (session[index] as number) - 1;
      if (counted[index] !== 1 || place === -1 || isShared(day, place)) continue;
      const row = rowOf[index] as number;
      if (lastRow[place] === row) continue;
      let rows = others.get(place);
      if (rows?.has(row)) continue;
      if (rows === undefined) {
        rows = new Set();
        others.set(place, rows);
      }
      rows.add(row);
      lastRow[place] = row;
      add(this.#sessions, row);
    }
  }

  /** By row, its different identities, ascending. `byIdentity`: events in the order of those. */
  identitiesOf({ events }: Day, { rowOf, byIdentity }: { rowOf: Uint32Array; byIdentity: Uint32Array }) {
    const next = new Uint32Array(this.values.length + 1);
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
    const identityCounts = Uint32Array.from(
      this.values,
      (_, row) => (next[row] as number) - (starts[row] as number),
    );
    const identities = new Uint32Array(identityCounts.reduce((sum, count) => sum + count, 0));
    let at = 0;
    for (const [row, count] of identityCounts.entries()) {
      const start = starts[row] as number;
      identities.set(sorted.subarray(start, start + count), at);
      at += count;
    }
    return { identityCounts, identities };
  }

  sums() {
    const money = [...this.#money.values()];
    return {
      events: Uint32Array.from(this.#events),
      pageviews: Uint32Array.from(this.#pageviews),
      sessions: Uint32Array.from(this.#sessions),
      convertedSessions: Uint32Array.from(this.#convertedSessions),
      bounces: Uint32Array.from(this.#bounces),
      conversions: Uint32Array.from(this.#conversions),
      moneyRow: Uint32Array.from(money, ({ row }) => row),
      currency: Uint32Array.from(money, ({ currency }) => currency),
      minor: Float64Array.from(money, ({ minor }) => minor),
      moneyConversions: Uint32Array.from(money, ({ conversions }) => conversions),
    };
  }
}

function add(sums: number[], row: number): void {
  sums[row] = (sums[row] as number) + 1;
}
