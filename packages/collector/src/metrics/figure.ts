/** One figure with its value, or one of several values with what tells them apart. */
export type Sample = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

/** A figure: the name, what it means, and how to read it. A counter only grows until the process ends. */
export type Figure = {
  readonly kind: 'counter' | 'gauge';
  readonly name: string;
  readonly help: string;
  /** What tells its values apart. */
  readonly labels?: readonly string[];
  read(): Iterable<Sample> | Promise<Iterable<Sample>>;
};

/** A figure with one value for each of a closed set of words. */
export function countedBy<Word extends string | number>(
  label: string,
  words: readonly Word[],
  countOf: (word: Word) => number,
): Pick<Figure, 'labels' | 'read'> {
  return {
    labels: [label],
    read: () => words.map((word) => ({ labels: { [label]: String(word) }, value: countOf(word) })),
  };
}
