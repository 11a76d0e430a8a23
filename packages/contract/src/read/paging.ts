import { z } from 'zod';
import { wholeNumber } from './whole-number.ts';

/** Rows of a list that is told whole unless it is asked for in parts. */
export const PartQuery = z.strictObject({
  limit: wholeNumber(1, 1000).describe('How many; all if left out.').optional(),
  offset: wholeNumber(0, 1_000_000).describe('How many to leave out.').optional(),
});

/** What an answer in pages says of them. */
export const Paging = z.object({
  total_rows: z.int().describe('How many rows there are.'),
  limit: z.int().describe('How many a page holds at most.'),
  offset: z.int().describe('How many rows come before this page.'),
  has_more: z.boolean().describe('Whether there is another page.'),
});

/** What the answer to `PartQuery` says. */
export const PartPaging = z.object({
  total_rows: Paging.shape.total_rows,
  offset: Paging.shape.offset.optional(),
  has_more: Paging.shape.has_more.optional().describe('Whether there are more, where a part was asked for.'),
});
