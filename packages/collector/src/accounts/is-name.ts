const MAX_LENGTH = 300;

/** What a name must be, for people to read it in a list. */
export const NAME_RULE = `must have 1 to ${MAX_LENGTH} characters, and no line breaks or other control characters`;

/** True for a name that people can read. */
export function isName(text: string): boolean {
  return text.trim() !== '' && text.length <= MAX_LENGTH && !/\p{Cc}/u.test(text) && text.isWellFormed();
}
