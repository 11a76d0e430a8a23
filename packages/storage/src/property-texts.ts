/** An answer has thousands of values, and a request has room for a million characters. */
const MAX_CHARACTERS = 1000;
const CUT = '(cut)';

/** Whether a property of this name can be asked for. */
export const isNameOfProperty = (name: string): boolean => name !== '' && name.length <= MAX_CHARACTERS;

/** A value as reports tell it: the beginning of a long one, which is cut no further. */
export function toldValue(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return text.slice(0, MAX_CHARACTERS - CUT.length).replace(/[\ud800-\udbff]$/, '') + CUT;
}
