import { NOT_SET } from '@cvq/contract/constants';
import type { DictionaryColumns } from './dictionary-columns.ts';
import type { DimensionScope } from './dimensions.ts';
import type { WordsOfEntries } from './words-of-entries.ts';

/** Beyond all words that there are. */
const NO_WORD = 0xffff_ffff;

/** `column`: where the entry of a dictionary lies that tells the value, whose word `words` knows. */
export type WordSource<Column extends string> = {
  readonly column: Column;
  readonly dictionaries: DictionaryColumns;
  readonly words: WordsOfEntries;
  readonly scope: DimensionScope;
};

/** What dimensions have in common whose values are words of the dictionary. */
export abstract class WordValues<Column extends string> {
  readonly column: Column;
  readonly scope: DimensionScope;
  readonly words: WordsOfEntries;
  readonly #dictionaries: DictionaryColumns;

  constructor({ column, dictionaries, words, scope }: WordSource<Column>) {
    this.column = column;
    this.scope = scope;
    this.words = words;
    this.#dictionaries = dictionaries;
  }

  /** Nearly each event has a type and a page, or a session that tells the value. */
  ofFewEvents(): null {
    return null;
  }

  ofTouch(touch: number): number {
    return this.words.of(touch);
  }

  text(value: number): string {
    return value === 0 ? NOT_SET : this.#dictionaries.text(value);
  }

  numberOf(text: string): number {
    return text === NOT_SET ? 0 : this.#dictionaries.idOf(text) || NO_WORD;
  }
}
