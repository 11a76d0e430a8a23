import { ownWords } from './own-words.ts';

const NOUNS: Readonly<Record<string, string>> = {
  pageview: 'a page view',
  purchase: 'a purchase',
  lead: 'a lead',
  signup: 'a sign-up',
  subscription: 'a subscription',
  download: 'a download',
};

/** What an event of a type is called within a sentence; null for types that sites made up. */
export function eventNoun(type: string): string | null {
  return ownWords(NOUNS, type) ?? null;
}
