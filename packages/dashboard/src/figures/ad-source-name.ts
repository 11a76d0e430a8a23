import type { AdPlatform } from '@cvq/contract';
import { strangersText } from '../words/strangers-text.ts';
import { PLATFORM_NAMES } from './platform-names.ts';

/** Where spend comes from: a platform that cvq connects with by its name, any other as its file calls it. */
export function adSourceName(platform: string): string {
  return PLATFORM_NAMES[platform as AdPlatform] ?? strangersText(platform);
}
