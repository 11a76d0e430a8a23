/** A word without one of its letters: `curency`. */
type Dropped<Word extends string> = Word extends `${infer First}${infer Rest}`
  ? Rest | `${First}${Dropped<Rest>}`
  : never;
/** A word with two neighbouring letters exchanged: `valeu`. */
type Swapped<Word extends string> = Word extends `${infer First}${infer Second}${infer Rest}`
  ? `${Second}${First}${Rest}` | `${First}${Swapped<`${Second}${Rest}`>}`
  : never;
/** A word with one of its letters twice: `currrency`. */
type Doubled<Word extends string> = Word extends `${infer First}${infer Rest}`
  ? `${First}${Word}` | `${First}${Doubled<Rest>}`
  : never;

/** A name of one thing is a word of its own, and no slip. */
type Slip<Word extends string> = Exclude<Word | Dropped<Word> | Swapped<Word> | Doubled<Word>, 'item'>;

/** The names in data that are a slip of a known name, or that name in other case, such as `orderID`. */
type Misspelt<Name, Known extends string> = Name extends Known
  ? never
  : Name extends string
    ? Lowercase<Name> extends Slip<Lowercase<Known>>
      ? Name
      : never
    : never;

/** Lets data pass that has any further names, but no misspelt one of the known names. */
export type Spelt<Data, Known extends string> = {
  [Name in keyof Data as Misspelt<Name, Known>]: never;
};

/** The same for data in a list, where nothing can look at the names that it has: the common slips are forbidden. */
export type WithoutSlips<Known extends string> = {
  [Name in Exclude<Slip<Known | Lowercase<Known>> | CommonCase<Known>, Known>]?: never;
};

/** `OrderId`, `orderID`, `OrderID`. */
type CommonCase<Word extends string> =
  | Capitalize<Word>
  | (Word extends `${infer Before}Id` ? `${Before}ID` | `${Capitalize<Before>}ID` : never);
