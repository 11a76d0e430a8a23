import type { Day } from '../../days/day.ts';
import type { RollupOfSales } from '../../rollups/rollup-format.ts';

/** A conversion: its day, the sales of that, and its place among them. */
export type Sale = { readonly day: Day; readonly sold: RollupOfSales; readonly sale: number };

/** Sales of one day, by their places among all of it. */
export type SalesOfDay = { readonly day: Day; readonly sold: RollupOfSales; readonly places: Uint32Array };
type OfDay = { readonly day: Day; readonly sold: RollupOfSales; places: Uint32Array; count: number };

const FIRST_ROOM = 64;

/** Conversions in the order in which they were added: of each only its place is kept, outside of the heap of JavaScript. */
export class SaleList implements Iterable<Sale> {
  length = 0;
  readonly #days: OfDay[] = [];

  add(day: Day, sold: RollupOfSales, sale: number): void {
    const last = this.#days.at(-1);
    const own = last?.day === day ? last : this.#begin(day, sold);
    if (own.count === own.places.length) widen(own);
    own.places[own.count] = sale;
    own.count += 1;
    this.length += 1;
  }

  /** Those of one day after the other: a day may come more than once. */
  *byDay(): Generator<SalesOfDay, undefined> {
    for (const { day, sold, places, count } of this.#days)
      yield { day, sold, places: places.subarray(0, count) };
  }

  *[Symbol.iterator](): Generator<Sale, undefined> {
    for (const { day, sold, places, count } of this.#days)
      for (let index = 0; index < count; index += 1) yield { day, sold, sale: places[index] as number };
  }

  each(visit: (sale: Sale, index: number) => void): void {
    let index = 0;
    for (const { day, sold, places, count } of this.#days)
      for (let own = 0; own < count; own += 1, index += 1)
        visit({ day, sold, sale: places[own] as number }, index);
  }

  filter(isWanted: (sale: Sale, index: number) => boolean): SaleList {
    const wanted = new SaleList();
    this.each((sale, index) => {
      if (isWanted(sale, index)) wanted.add(sale.day, sale.sold, sale.sale);
    });
    return wanted;
  }

  /** Those from one index up to another. */
  slice(from: number, to: number): Sale[] {
    const found: Sale[] = [];
    let before = 0;
    for (const { day, sold, places, count } of this.#days) {
      const end = Math.min(to - before, count);
      for (let index = Math.max(0, from - before); index < end; index += 1)
        found.push({ day, sold, sale: places[index] as number });
      before += count;
    }
    return found;
  }

  /** These, and then the others. */
  concat(others: SaleList): SaleList {
    const all = new SaleList();
    all.length = this.length + others.length;
    // What is added later must not be written behind the places of another list.
    for (const { day, sold, places, count } of [...this.#days, ...others.#days])
      all.#days.push({ day, sold, places: places.subarray(0, count), count });
    return all;
  }

  #begin(day: Day, sold: RollupOfSales): OfDay {
    const begun = { day, sold, places: new Uint32Array(FIRST_ROOM), count: 0 };
    this.#days.push(begun);
    return begun;
  }
}

function widen(own: OfDay): void {
  const wider = new Uint32Array(own.places.length * 2);
  wider.set(own.places);
  own.places = wider;
}
