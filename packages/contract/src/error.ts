import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from './error-codes.ts';

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

/** The envelope of every failure of the read API. */
export const ApiErrorBody = z.object({
  error: z.object({
    code: z.enum(CODES).describe('Stable: programs branch on it.'),
    message: z.string().describe('For people; it may change.'),
    doc_url: z.url().describe('The reference, anchored on the code.'),
    details: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Details for programs; absent if there are none.'),
  }),
});
export type ApiErrorBody = z.infer<typeof ApiErrorBody>;

/** The envelope of every failure of the tracking APIs. */
export const TrackErrorBody = z.object({
  success: z.literal(false),
  error: z.string().describe('What is wrong, and what would be right. For people.'),
});
export type TrackErrorBody = z.infer<typeof TrackErrorBody>;
