import { ownWords } from '../words/own-words.ts';
import { strangersText } from '../words/strangers-text.ts';
import { PLATFORM_NAMES } from './platform-names.ts';

/** Where spend comes from: a platform that cvq connects with by its name, any other as its file calls it. */
export function adSourceName(platform: string): string {
  return ownWords(PLATFORM_NAMES, platform) ?? strangersText(platform);
}
