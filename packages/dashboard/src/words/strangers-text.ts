const MAX = 200;

/** Signs that turn the direction of text would let a stranger's words rewrite what stands beside them. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What strangers have sent, fit to be shown: such signs can be seen, and it ends after 200 characters. */
export function strangersText(text: string): string {
  const signs = Array.from(text.slice(0, 2 * MAX + 2));
  const cut = signs.length > MAX ? `${signs.slice(0, MAX).join('')}…` : text;
  return cut.replace(BIDI, '\ufffd');
}
