/** Few are so many times less than others. */
const FEW = 4;
/** Each is a text that is read from the store. */
const MOST_WORDS = 4096;

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

  /** There is none from here on. */
  get entries(): number {
    return this.#first?.length ?? 0;
  }

  /**
   * Raises what is by entry to what `of` tells of its word. False, and nothing is told, where words are not few beside entries: to
   * ask about those of all projects could take as long as anybody likes who sends them.
   */
  raise(byEntry: Uint8Array, of: (word: number) => number): boolean {
    const [first, second] = [this.#first, this.#second];
    if (first === undefined || second === undefined || second.length * FEW > byEntry.length) return false;
    if (new Set(second).size > MOST_WORDS) return false;
    const byFirst = Uint8Array.from(second, (word) => of(this.#meant(word)));
    raiseBy(byFirst, first, byEntry);
    return true;
  }

  of(entry: number): number {
    let word = entry;
    if (this.#first !== undefined) word = this.#first[word] as number;
    if (this.#second !== undefined) word = this.#second[word] as number;
    return this.#meant(word);
  }

  #meant(word: number): number {
    return word === this.#notSet ? 0 : word;
  }
}

/** Without calls: entries are as many as visitors have clients. */
function raiseBy(byFirst: Uint8Array, first: Uint32Array, byEntry: Uint8Array): void {
  for (let entry = 0; entry < byEntry.length; entry += 1) {
    const found = byFirst[first[entry] as number] as number;
    if (found > (byEntry[entry] as number)) byEntry[entry] = found;
  }
}
