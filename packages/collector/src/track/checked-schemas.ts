import { BrowserBatch, BrowserEvent, TrackedEvent } from '@cvq/contract';
import { MAX_BATCH_EVENTS } from '@cvq/contract/constants';
import { z } from 'zod';

/** A batch of a server, whose events are checked one by one. */
const TrackedBatch = z.object({
  events: z
    .array(z.unknown())
    .min(1, 'must hold at least one event')
    .max(MAX_BATCH_EVENTS, `must hold at most ${MAX_BATCH_EVENTS} events`),
});

/** The bodies of tracking requests, and the events in them: the build compiles a check of each. */
export const CHECKED_SCHEMAS = {
  browserBatch: BrowserBatch,
  browserEvent: BrowserEvent,
  trackedBatch: TrackedBatch,
  trackedEvent: TrackedEvent,
} as const;

export type CheckedSchemaName = keyof typeof CHECKED_SCHEMAS;
