/**
 * From the entry of a dictionary to the word that is meant: by up to two columns, and 0 for what is not set. Some texts say
 * `(not set)` themselves: they and what is missing are one value.
 */
export class WordsOfEntries {
  readonly #first: Uint32Array | undefined;
  readonly #second: Uint32Array | undefined;
  readonly #notSet: number;

  constructor([first, second]: readonly Uint32Array[], notSet: number) {
    this.#first = first;
    this.#second = second;
    this.#notSet = notSet;
  }

  of(entry: number): number {
    let word = entry;
    if (this.#first !== undefined) word = this.#first[word] as number;
    if (this.#second !== undefined) word = this.#second[word] as number;
    return word === this.#notSet ? 0 : word;
  }
}
