import type { EventRecord } from '@cvq/storage';
import { TrackRefused } from '../errors/track-refused.ts';

/** What the elements of a batch became. */
export type BatchElements = {
  /** The records of the good elements. */
  readonly records: readonly EventRecord[];
  /** By element: why it was refused, or null. */
  readonly refusals: readonly (string | null)[];
};

/** One bad element fails alone; `make` refuses it by throwing TrackRefused. */
export function batchElements(
  elements: readonly unknown[],
  make: (element: unknown, index: number) => EventRecord,
): BatchElements {
  const records: EventRecord[] = [];
  const refusals = elements.map((element, index) => {
    try {
      records.push(make(element, index));
      return null;
    } catch (error) {
      if (error instanceof TrackRefused) return error.message;
      throw error;
    }
  });
  return { records, refusals };
}
