import { z } from 'zod';

/** What an answer in pages says of them. */
export const Paging = z.object({
  total_rows: z.int().describe('How many rows there are.'),
  limit: z.int().describe('How many a page holds at most.'),
  offset: z.int().describe('How many rows come before this page.'),
  has_more: z.boolean().describe('Whether there is another page.'),
});
