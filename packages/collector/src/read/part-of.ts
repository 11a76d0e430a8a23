import type { PartPaging } from '@cvq/contract';
import type { z } from 'zod';

type Asked = { readonly limit?: number | undefined; readonly offset?: number | undefined };

/** The part of a list that is asked for, and what its answer says of it. */
export function partOf<Row>(
  rows: readonly Row[],
  asked: Asked,
): { readonly part: Row[]; readonly paging: z.infer<typeof PartPaging> } {
  const { limit = rows.length, offset = 0 } = asked;
  const part = rows.slice(offset, offset + limit);
  const has_more = offset + part.length < rows.length;
  const isPart = asked.limit !== undefined || asked.offset !== undefined;
  return { part, paging: { total_rows: rows.length, ...(isPart && { offset, has_more }) } };
}
