import type { IncomingHttpHeaders } from 'node:http';
import { MINUTE_MS } from '@cvq/contract';
import { z } from 'zod';

const Usage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().default(0) })),
);

/**
 * How long Meta takes nothing more, in milliseconds: the longest of what a header says in minutes. Null where it says none.
 * @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting#headers-2
 */
export function usageWait(headers: IncomingHttpHeaders): number | null {
  const text = headers['x-business-use-case-usage'];
  const usage = Usage.safeParse(typeof text === 'string' ? parsed(text) : null);
  if (!usage.success) return null;
  const minutes = Object.values(usage.data).flatMap((uses) =>
    uses.map(({ estimated_time_to_regain_access }) => estimated_time_to_regain_access),
  );
  const longest = Math.max(0, ...minutes);
  return longest === 0 ? null : longest * MINUTE_MS;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
