import { z } from 'zod';
import { RangeQuery } from './range-query.ts';

/** Why a tracking request, or one event of it, was refused: finer than what its sender has to tell apart. */
export const REFUSAL_CAUSES = [
  'invalid',
  'too_large',
  'unknown_key',
  'quota_requests',
  'quota_bytes',
  'overloaded',
  'storage_failed',
] as const;
export type RefusalCause = (typeof REFUSAL_CAUSES)[number];

/** Something that the collector refused to store, as often as it was refused. */
export const RefusedTracking = z
  .object({
    api: z.enum(['browser', 'server', 'pixel']).describe('What sent it.'),
    cause: z.enum(REFUSAL_CAUSES),
    message: z.string().describe('What its sender was answered.'),
    count: z.int().describe('How many requests, or events of a batch, that were.'),
    first_at: z.iso.datetime(),
    last_at: z.iso.datetime(),
  })
  .describe('What was refused, and why.');
export type RefusedTracking = z.infer<typeof RefusedTracking>;

export const ListRefusalsQuery = z.strictObject({ project: RangeQuery.shape.project });

/** Answer to `GET /v1/refusals`. */
export const ListRefusalsResponse = z.object({
  data: z.array(RefusedTracking).describe('The latest first; at most 20 of a project are remembered.'),
  meta: z.object({
    project: z.string(),
    since: z.iso.datetime().describe('When this collector started: of what came before it knows nothing.'),
    generated_at: z.iso.datetime(),
  }),
});
export type ListRefusalsResponse = z.infer<typeof ListRefusalsResponse>;
