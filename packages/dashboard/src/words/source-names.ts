import { DIRECT, NOT_SET } from '@cvq/contract/constants';
import { ownWords } from './own-words.ts';
import { strangersText } from './strangers-text.ts';
import { withCapital } from './with-capital.ts';

/** Sources by how their owners write them, where capital letters alone do not do. */
const NAMES: Readonly<Record<string, string>> = {
  chatgpt: 'ChatGPT',
  duckduckgo: 'DuckDuckGo',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  github: 'GitHub',
  newsletter: 'the newsletter',
  email: 'e-mail',
};

/** True for what names nobody: visits that nothing led to, or of which nothing is known. */
export function namesNobody(source: string): boolean {
  return source === DIRECT || source === NOT_SET;
}

/** A source as a sentence names it. A host stays as it is written. */
export function sourceName(source: string): string {
  const known = ownWords(NAMES, source);
  if (known !== undefined) return known;
  return /^[a-z]+$/.test(source) ? withCapital(source) : strangersText(source);
}

/** At the beginning of a sentence. A host stays as it is written there too. */
export function capitalised(text: string): string {
  return text.includes('.') ? text : withCapital(text);
}
