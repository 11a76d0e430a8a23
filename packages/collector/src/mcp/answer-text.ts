/**
 * Signs that nobody sees: marks of direction, blanks without width, and the tags by which text is hidden from people and
 * told to a language model. What joins letters and emoji is left as it is.
 */
const UNSEEN = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * An answer as the text that an agent reads: JSON, in which signs that nobody sees are written out, such as `\u202e`.
 * Visitors choose names of campaigns and events. What it says as JSON stays the same.
 */
export function answerText(value: unknown): string {
  return JSON.stringify(value).replace(UNSEEN, writtenOut);
}

function writtenOut(sign: string): string {
  return sign
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
