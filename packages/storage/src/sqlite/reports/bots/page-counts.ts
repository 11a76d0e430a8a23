import type { BotTraffic } from '../../../reports.ts';
import { widened } from '../../days/widened.ts';
import { placesInOrder } from '../numbers/places-in-order.ts';

/** The events that bots and people left, by the number of the page's text, outside of the heap of JavaScript. */
export class PageCounts {
  /** How many pages have events of bots. */
  withBots = 0;
  #bots = new Uint32Array(1024);
  #people = new Uint32Array(1024);

  addBot(page: number): void {
    this.#makeRoom(page);
    if (this.#bots[page] === 0) this.withBots += 1;
    (this.#bots[page] as number) += 1;
  }

  addPerson(page: number): void {
    this.#makeRoom(page);
    (this.#people[page] as number) += 1;
  }

  /** Those on which bots left the most events; ties by the text of the page. */
  first(count: number, textOf: (page: number) => string): BotTraffic['pages'] {
    const keys = Float64Array.from(this.#bots, (bots) => -bots);
    const slice = { offset: 0, limit: Math.min(count, this.withBots) };
    return placesInOrder({ keys, textOf }, slice).map((page) => ({
      page: textOf(page),
      bots: this.#bots[page] as number,
      people: this.#people[page] as number,
    }));
  }

  #makeRoom(page: number): void {
    if (page < this.#bots.length) return;
    this.#bots = widened(this.#bots, page + 1);
    this.#people = widened(this.#people, page + 1);
  }
}
