import type { Integers } from '../../days/column-body.ts';
import { widened } from '../../days/widened.ts';
import { MoneyByRow } from './money-by-row.ts';

/** The measures that add up, which totals and the rows of a breakdown share, except for money. */
const SUMMED = ['events', 'pageviews', 'conversions', 'sessions', 'convertedSessions', 'bounces'] as const;
type Sums<Values> = Record<(typeof SUMMED)[number], Values>;

/** The measures by row while they are added up, outside of the heap of JavaScript. */
export class SumsByRow implements Sums<Uint32Array> {
  /** To be asked for anew after room was made. */
  events = new Uint32Array(0);
  pageviews = new Uint32Array(0);
  conversions = new Uint32Array(0);
  sessions = new Uint32Array(0);
  convertedSessions = new Uint32Array(0);
  bounces = new Uint32Array(0);
  readonly money = new MoneyByRow();

  constructor(rows: number) {
    this.makeRoom(rows);
  }

  makeRoom(rows: number): void {
    if (rows <= this.events.length) return;
    for (const name of SUMMED) this[name] = widened(this[name], rows);
  }

  /** Adds a row of a roll-up, except for its money. */
  addRolled(row: number, rolled: Readonly<Sums<Integers>>, index: number): void {
    add(this.events, row, rolled.events[index]);
    add(this.pageviews, row, rolled.pageviews[index]);
    add(this.conversions, row, rolled.conversions[index]);
    add(this.sessions, row, rolled.sessions[index]);
    add(this.convertedSessions, row, rolled.convertedSessions[index]);
    add(this.bounces, row, rolled.bounces[index]);
  }

  /** Adds all that a row of another has. */
  addRow(row: number, other: SumsByRow, from: number): void {
    this.addRolled(row, other, from);
    this.money.addRow(row, other.money, from);
  }

  /** All but money. */
  at(row: number): Sums<number> {
    return {
      events: this.events[row] as number,
      pageviews: this.pageviews[row] as number,
      conversions: this.conversions[row] as number,
      sessions: this.sessions[row] as number,
      convertedSessions: this.convertedSessions[row] as number,
      bounces: this.bounces[row] as number,
    };
  }
}

function add(sums: Uint32Array, row: number, amount: number | undefined): void {
  sums[row] = (sums[row] as number) + (amount as number);
}
