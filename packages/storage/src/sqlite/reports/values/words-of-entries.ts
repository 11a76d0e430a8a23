import type { Day } from '../../days/day.ts';
import type { DictionaryIds } from './dictionary-columns.ts';
import { type ClientPart, partOfClients } from './part-of-clients.ts';

/** Each is a text that is read from the store, and who sends them may have as many as they like. */
const FEW_WORDS = 4096;
/** To ask about the word of one takes as long as to raise so many entries. */
const ENTRIES_A_WORD = 4;

/** By the entry of a part of clients what `of` has told of its word, 0 for what it was not asked about. */
type Told = { readonly known: Uint8Array; readonly of: (word: number) => number };

/**
 * From the entry of a dictionary to the word that is meant: by up to two columns, and 0 for what is not set. Some texts say
 * `(not set)` themselves: they and what is missing are one value.
 */
export class WordsOfEntries {
  readonly #first: DictionaryIds | undefined;
  readonly #second: DictionaryIds | undefined;
  readonly #notSet: number;
  readonly #part: ClientPart | null;

  /** @param part what the first column is, where that is of clients and there is a second */
  constructor([first, second]: readonly DictionaryIds[], notSet: number, part: ClientPart | null = null) {
    this.#first = first;
    this.#second = second;
    this.#notSet = notSet;
    this.#part = part;
  }

  /** There is none from here on. */
  get entries(): number {
    return this.#first?.length ?? 0;
  }

  /** What `raise` takes, in entries; Infinity where words are many. */
  get workToRaise(): number {
    const second = this.#second;
    return second === undefined || !areFew(second)
      ? Number.POSITIVE_INFINITY
      : this.entries + ENTRIES_A_WORD * second.length;
  }

  /** Raises what is by entry to what `of` tells of its word. */
  raise(byEntry: Uint8Array, of: (word: number) => number): void {
    const [first, second] = [this.#first, this.#second] as [DictionaryIds, DictionaryIds];
    const byFirst = new Uint8Array(second.length);
    for (let entry = 0; entry < byFirst.length; entry += 1)
      byFirst[entry] = of(this.#meant(second[entry] as number));
    raiseBy(byFirst, first, byEntry);
  }

  /** How many entries the second column has where it is of a part of clients, else 0. */
  get parts(): number {
    return this.#part === null ? 0 : (this.#second?.length ?? 0);
  }

  /**
   * Takes the mark from each session of a day that has no bit of it in what `of` tells of the word of its client's
   * part. `marks`: by place, from 1.
   */
  narrow(day: Day, marks: Uint8Array, { known, of }: Told): void {
    const [first, second] = [this.#first, this.#second] as [DictionaryIds, DictionaryIds];
    const parts = partOfClients(day, this.#part as ClientPart, first);
    for (let place = 0; place < parts.length; place += 1) {
      const entry = parts[place] as number;
      if (known[entry] === 0) known[entry] = of(this.#meant(second[entry] as number));
      marks[place + 1] = (marks[place + 1] as number) & (known[entry] as number);
    }
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

function areFew(words: DictionaryIds): boolean {
  const found = new Set<number>();
  for (let entry = 0; entry < words.length; entry += 1)
    if (found.add(words[entry] as number).size > FEW_WORDS) return false;
  return true;
}

/** Without calls: entries are as many as visitors have clients. */
function raiseBy(byFirst: Uint8Array, first: DictionaryIds, byEntry: Uint8Array): void {
  for (let entry = 0; entry < byEntry.length; entry += 1) {
    const found = byFirst[first[entry] as number] as number;
    if (found > (byEntry[entry] as number)) byEntry[entry] = found;
  }
}
