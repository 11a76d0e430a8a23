import { z } from 'zod';

/** What a write answers that has nothing to tell. */
export const DoneResponse = z.object({ data: z.object({ done: z.literal(true) }) });
export type DoneResponse = z.infer<typeof DoneResponse>;

export const DONE: DoneResponse = { data: { done: true } };

/** A body without fields. */
export const NoFieldsBody = z.strictObject({});
