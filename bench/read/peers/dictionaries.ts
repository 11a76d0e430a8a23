import { NOT_SET } from '@cvq/contract/constants';

/** Numbers for the words of each column, in the order in which they are met; 0 is what is not set. */
export class Dictionaries {
  readonly #numbers = new Map<string, Map<string, number>>();

  number(column: string, word: string | null | undefined): number {
    if (word === null || word === undefined) return 0;
    let numbers = this.#numbers.get(column);
    if (numbers === undefined) {
      numbers = new Map([[NOT_SET, 0]]);
      this.#numbers.set(column, numbers);
    }
    let number = numbers.get(word);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(word, number);
    }
    return number;
  }

  /** The words of some columns, by their numbers. */
  words(columns: readonly string[]): Record<string, string[]> {
    return Object.fromEntries(
      columns.map((column) => [column, [...(this.#numbers.get(column)?.keys() ?? [])]]),
    );
  }
}
