type Person = {
  /** A user id that is an e-mail address or a phone number: it is as clear as user data. */
  readonly clearUser?: string | undefined;
  /** User data for later conversions. */
  readonly userData?: Readonly<Record<string, unknown>>;
  /** Who the user data is of, where the page has named anybody. */
  readonly owner?: string | null;
};

/** What the page was told of who is here and nothing may keep: it lives in memory only, for the life of the page. */
export let person: Person = {};

/** Says what is known from here on, instead of what was. */
export function setPerson(known: Person): void {
  person = known;
}
