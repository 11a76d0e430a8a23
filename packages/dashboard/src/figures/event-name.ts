import { strangersText } from '../words/strangers-text.ts';

/** What an event is called: `add_to_cart` reads as `add to cart`. */
export function eventName(type: string): string {
  return strangersText(type.replaceAll('_', ' '));
}
