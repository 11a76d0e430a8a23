import type { Entry } from './entry.ts';
import { json } from './json.ts';

/**
 * The entries of a batch that a collector refused, with nothing in their heads but what nobody can do without, to be
 * tried once more: an event without its visitor is better than none. Empty when that was refused.
 */
export function withBareHeads(batch: readonly Entry[]): Entry[] {
  return batch.flatMap((entry) => {
    const { key, consent, filter_bots, track_bots } = JSON.parse(entry.head);
    const head = json({ key, consent, filter_bots, track_bots });
    return head === entry.head ? [] : { ...entry, head, sentAt: undefined };
  });
}
