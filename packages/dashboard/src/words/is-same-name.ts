import { strangersText } from './strangers-text.ts';

/** Signs that nobody sees, or sees as what stands in their place. */
const UNSEEN = /[\p{Cf}\ufffd]/gu;

/** As it can be read off a page and typed: blanks of any kind are one, and what has no form of its own is left out. */
const asRead = (text: string) => text.normalize('NFKC').replace(UNSEEN, '').replace(/\s+/g, ' ').trim();

/** Whether somebody has written the name, as it is or as it is shown. */
export function isSameName(written: string, name: string): boolean {
  return [name, strangersText(name)].some((form) => asRead(form) === asRead(written));
}
