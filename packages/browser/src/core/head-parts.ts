import type { BrowserBatch } from '@cvq/contract';

/** What a batch says once for all its events, beside the project's own part. */
export type BatchHead = Omit<BrowserBatch, 'key' | 'filter_bots' | 'track_bots' | 'events' | 'sent_at'>;

type Part = () => Partial<BatchHead>;

const parts: Record<string, Part> = {};

/** A feature says here, under a name of its own, what it adds to every batch. A later word replaces its earlier one. */
export function setHeadPart(name: string, part: Part): void {
  parts[name] = part;
}

/** What the features add to the batch of this moment. */
export function headParts(): Partial<BatchHead> {
  return Object.assign({}, ...Object.values(parts).map((part) => part()));
}
