import type { BrowserBatch } from '@cvq/contract';

/** What a batch says once for all its events. */
export type BatchHead = Omit<BrowserBatch, 'events' | 'sent_at'> & {
  filter_bots?: false | undefined;
  track_bots?: false | undefined;
};

/** What the features add to the batch of this moment. */
export let headParts = (): Partial<BatchHead> => ({});

/** A feature says here what it adds to every batch. */
export function addToHead(part: () => Partial<BatchHead>): void {
  const before = headParts;
  headParts = () => ({ ...before(), ...part() });
}
