import { NOT_SET } from '@cvq/contract';

/** Stored rows say null for what is not known; the words for it belong to reports. */
export function nullWhenNotSet(word: string): string | null {
  return word === NOT_SET || word === '' ? null : word;
}
