import type { SentEvent } from './ingest-request.ts';

/** By which a click of Google's ads is known. */
const CLICK_IDS = ['gclid', 'gbraid', 'wbraid'];

/** The click ids of an event by their names; an empty one is none. */
export function clickIdsOf({ adIdentifiers = {} }: SentEvent): Record<string, string> {
  return Object.fromEntries(
    CLICK_IDS.map((name) => [name, adIdentifiers[name] ?? '']).filter(([, value]) => value !== ''),
  ) as Record<string, string>;
}
