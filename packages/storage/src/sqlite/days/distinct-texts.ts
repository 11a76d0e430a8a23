import { GrowingTexts } from './growing-texts.ts';
import type { Texts } from './packed-texts.ts';
import { NO_PLACE, PlaceTable } from './place-table.ts';

/** Different texts, each with the place that it first had. */
export class DistinctTexts implements Texts {
  readonly #texts = new GrowingTexts();
  readonly #table = new PlaceTable({ hashAt: (place) => this.#texts.hashOf(place) });

  get length(): number {
    return this.#texts.length;
  }

  at(place: number): string {
    return this.#texts.at(place);
  }

  /** Its place; `NO_PLACE` where it is none of them. */
  find(text: string): number {
    const texts = this.#texts;
    const staged = texts.stage(text);
    return this.#table.find(texts.hashOf(staged), (place) => texts.areEqual(place, staged));
  }

  /** Its place, the next one where it is new. */
  placeOf(text: string): number {
    const texts = this.#texts;
    const staged = texts.stage(text);
    const hash = texts.hashOf(staged);
    const known = this.#table.find(hash, (place) => texts.areEqual(place, staged));
    if (known !== NO_PLACE) return known;
    this.#table.add(staged, hash);
    return texts.addStaged();
  }

  get byteLength(): number {
    return this.#texts.byteLength + this.#table.byteLength;
  }
}
