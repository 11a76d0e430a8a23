import type { SomeWords } from './filter-words.ts';
import { wordsOfPaidLink } from './words-of-campaign.ts';

/** Names of campaigns that choose another channel for a paid link, and one that does not. */
const CHOOSING_NAMES = ['', 'shopping', 'cross-network'];

/** The words that a campaign without visits may have, whatever it is called. */
export function linksTo(platform: string): SomeWords[] {
  return CHOOSING_NAMES.map((name) => {
    const { campaign: _, ...words } = wordsOfPaidLink({ platform, name });
    return words;
  });
}
